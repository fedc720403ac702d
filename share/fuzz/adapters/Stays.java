// Keeps a Java solver: `java -cp SOLVER.jar Stays.java CLASS ARGUMENT…` reads the path of a file
// from each line of standard input, calls CLASS.main with the arguments ({} is the path), waits for
// the threads that it started, and writes what it printed, then a line `%%%end`; or `%%%exit`, if
// the solver ended the process. Up to Java 23 it cannot (from Java 18 on with the option
// -Djava.security.manager=allow): its thread ends in the place of the process.

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

public final class Stays {
    private static final PrintStream OUT = System.out;
    private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();

    /** Thrown in the place of the end of the process. */
    private static final class Exit extends SecurityException {
        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Forbids the end of the process, and nothing else. */
    @SuppressWarnings("removal")
    private static final class Guard extends SecurityManager {
        @Override
        public void checkExit(int status) {
            throw new Exit();
        }

        @Override
        public void checkPermission(java.security.Permission permission) {
        }
    }

    @SuppressWarnings("removal")
    private static boolean guard(SecurityManager guard) {
        try {
            System.setSecurityManager(guard);
            return true;
        } catch (UnsupportedOperationException | SecurityException error) {
            return false;
        }
    }

    public static void main(String[] words) throws Exception {
        boolean guarded = guard(new Guard());
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            if (!(error instanceof Exit)) {
                error.printStackTrace();
            }
        });
        // Solvers keep the stream that they find when they are loaded.
        PrintStream kept = new PrintStream(PRINTED, true);
        System.setOut(kept);
        System.setErr(kept);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> answer("%%%exit")));
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        for (String path = questions.readLine(); path != null; path = questions.readLine()) {
            String file = path;
            String[] given = Arrays.copyOfRange(words, 1, words.length);
            Arrays.setAll(given, at -> given[at].replace("{}", file));
            ask(words[0], given);
            answer("%%%end");
        }
        if (guarded) {
            guard(null);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void ask(String name, String[] given) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("solver");
        Thread main = new Thread(group, () -> {
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) given);
            } catch (InvocationTargetException error) {
                if (!(error.getCause() instanceof Exit)) {
                    error.getCause().printStackTrace();
                }
            } catch (ReflectiveOperationException error) {
                error.printStackTrace();
            }
        });
        main.start();
        main.join();
        Thread[] threads = new Thread[64];
        int count = group.enumerate(threads);
        for (int at = 0; at < count; at++) {
            if (!threads[at].isDaemon()) {
                threads[at].join();
            }
        }
    }

    private static synchronized void answer(String end) {
        byte[] text = PRINTED.toByteArray();
        PRINTED.reset();
        OUT.write(text, 0, text.length);
        OUT.println();
        OUT.println(end);
        OUT.flush();
    }
}
