// The table of instances, and the scatter plot of two engines.
const data = JSON.parse(document.getElementById("data").textContent);

// Maximum number of instances drawn at once; the filter finds the others.
const MOST = 500;

function instanceTable() {
  const section = document.getElementById("instances");
  const table = make("table"), head = table.createTHead().insertRow(), body = table.createTBody();
  const place = data.folder ? `instance (in ${data.folder})` : "instance";
  for (const title of [place, "verdict", ...data.lanes]) {
    const cell = make("th", title, data.lanes.includes(title) ? "number" : "");
    cell.scope = "col";
    head.append(cell);
  }
  const rows = data.instances.map((name, i) => [name, data.verdicts[i], ...data.results[i]]);
  const texts = rows.map(row => row.join(" ").toLowerCase());
  let order = rows.map((_, i) => i), words = [];
  const draw = () => {
    const found = order.filter(i => words.every(word => texts[i].includes(word)));
    body.replaceChildren();
    for (const i of found.slice(0, MOST)) {
      const row = body.insertRow();
      rows[i].forEach((value, column) => {
        const kind = column < 2 ? "" : typeof value === "number" ? "number" : value === "wrong" ? "number bad" : "number soft";
        row.append(make("td", value === null ? "" : value, kind));
      });
    }
    const cut = found.length > MOST ? `; the first ${MOST} are shown` : "";
    said.textContent = `${found.length} of ${rows.length} instances${cut}`;
  };
  const said = filterBox(section.querySelector(".tools"), "instances", chosen => {
    words = chosen;
    draw();
  });
  sortable([...head.cells], (column, rises) => {
    order.sort((a, b) => compare(rows[a][column], rows[b][column], rises) || a - b);
    draw();
  });
  section.querySelector(".wide").append(table);
  draw();
}

function scatterPlot() {
  const [one, two] = ["one", "two"].map(id => document.getElementById(id));
  const marks = document.getElementById("marks");
  const left = 70, foot = 446;
  const draw = () => {
    const [a, b] = [one, two].map(menu => Number(menu.value)), paths = ["", ""];
    let shown = 0;
    data.places.forEach((places, i) => {
      if (places[a] === null || places[b] === null) return;
      shown++;
      const at = `M${left + places[a]} ${foot - places[b]}`;
      paths[data.sat[i] ? 0 : 1] += at + (data.sat[i] ? "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" : "m-3 -3l6 6m0 -6l-6 6");
    });
    marks.replaceChildren(...paths.map(path => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", "path");
      element.setAttribute("d", path);
      element.setAttribute("fill", "none");
      element.setAttribute("stroke", "#2f6fdf");
      return element;
    }));
    document.getElementById("over").textContent = `${shown} of ${data.planned} instances; `;
    document.getElementById("across").textContent = `${data.lanes[a]}, seconds`;
    document.getElementById("up").textContent = `${data.lanes[b]}, seconds`;
  };
  two.value = String(Math.min(1, data.lanes.length - 1));
  for (const menu of [one, two]) menu.addEventListener("change", draw);
  draw();
}

if (data) {
  instanceTable();
  if (document.getElementById("one")) scatterPlot();
}
