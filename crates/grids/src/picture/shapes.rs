//! The shapes that rules share: lines along cells, outlines, shades.

use super::canvas::{CELL_SIDE, GridPicture, PictureLayer, Point};
use super::colours::{OUTLINE_GREY, REGION_SHADES, WHITE};
use super::outline::cell_outline;
use crate::shape::GridShape;

/// How the outline of a cage looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineStyle {
    /// Its distance from the borders of the cells.
    pub inset: f64,
    /// Its colour.
    pub colour: &'static str,
    /// Its width.
    pub width: f64,
    /// The lengths of dashes and of the gaps between them; empty for one line.
    pub dashes: &'static str,
}

impl GridPicture {
    /// Returns the upper left corner of a cell.
    pub(crate) fn cell_corner(&self, cell: usize) -> Point {
        (self.shape.column(cell) as f64 * CELL_SIDE, self.shape.row(cell) as f64 * CELL_SIDE)
    }

    /// Returns the middle of a cell.
    pub(crate) fn cell_centre(&self, cell: usize) -> Point {
        let (x, y) = self.cell_corner(cell);
        (x + CELL_SIDE / 2.0, y + CELL_SIDE / 2.0)
    }

    /// Returns the place in the middle between two cells.
    pub(crate) fn pair_centre(&self, left: usize, right: usize) -> Point {
        let ((x, y), (u, v)) = (self.cell_centre(left), self.cell_centre(right));
        ((x + u) / 2.0, (y + v) / 2.0)
    }

    /// Draws a line through the middles of cells, under the digits. Between cells that do not touch
    /// it is dotted, so that the cells under it do not seem to be on the line.
    pub(crate) fn draw_track(&mut self, cells: &[usize], colour: &str, width: f64) {
        let shape = self.shape;
        // Pieces of the line whose cells touch; a dotted line joins each to the next.
        let pieces: Vec<&[usize]> = cells.chunk_by(|a, b| shape.share_corner(*a, *b)).collect();
        for two in pieces.windows(2) {
            if let ([.., from], [to, ..]) = (two[0], two[1]) {
                self.draw_gap(self.cell_centre(*from), self.cell_centre(*to), colour);
            }
        }
        for piece in pieces {
            match *piece {
                // The round ends of a line without length make a spot.
                [cell] => self.draw_rail(&[cell, cell], colour, width),
                _ => self.draw_rail(piece, colour, width),
            }
        }
    }

    /// Draws the way between two cells that do not touch, and explains it below the grid.
    fn draw_gap(&mut self, from: Point, to: Point, colour: &str) {
        let style = format!("stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"2 4\"");
        self.add_polyline(PictureLayer::Lines, &[from, to], &style);
        self.add_legend(None, "dotted: the line goes on in a cell that does not touch");
    }

    /// Draws a line through the middles of cells, whether they touch or not.
    pub(super) fn draw_rail(&mut self, cells: &[usize], colour: &str, width: f64) {
        let points: Vec<Point> = cells.iter().map(|&cell| self.cell_centre(cell)).collect();
        let ends = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        let style = format!("stroke=\"{colour}\" stroke-width=\"{width}\" {ends}");
        self.add_polyline(PictureLayer::Lines, &points, &style);
    }

    /// Draws a coloured line through cells, and explains its colour below the grid.
    pub(crate) fn named_track(&mut self, cells: &[usize], colour: &'static str, words: &str) {
        self.draw_track(cells, colour, 8.0);
        self.add_legend(Some(colour), words);
    }

    /// Draws a hollow circle in a cell, under the digits.
    pub(crate) fn draw_ring(&mut self, cell: usize, colour: &str) {
        let style = format!("stroke=\"{colour}\" stroke-width=\"2\" fill=\"{WHITE}\"");
        self.add_circle(PictureLayer::Lines, self.cell_centre(cell), 15.0, &style);
    }

    /// Draws a hollow circle around a cell, or a pill around several, without hiding lines.
    pub(crate) fn draw_pill(&mut self, cells: &[usize]) {
        let corners: Vec<Point> = cells.iter().map(|&cell| self.cell_corner(cell)).collect();
        let low = corners.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)));
        let high = corners.iter().copied().reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)));
        let (Some((x, y)), Some((u, v))) = (low, high) else { return };
        let size = (u - x + CELL_SIDE - 10.0, v - y + CELL_SIDE - 10.0);
        let style = format!("rx=\"15\" stroke=\"{OUTLINE_GREY}\" stroke-width=\"2\" fill=\"none\"");
        self.add_rectangle(PictureLayer::Lines, (x + 5.0, y + 5.0), size, &style);
    }

    /// Draws an arrow from the edge of the nearest bulb cell through the cells of a shaft.
    pub(crate) fn draw_arrow(&mut self, bulb: &[usize], shaft: &[usize]) {
        let Some(&first) = shaft.first() else { return };
        let to = self.cell_centre(first);
        let near = bulb.iter().map(|&cell| self.cell_centre(cell));
        let near = near.min_by(|&a, &b| point_distance(a, to).total_cmp(&point_distance(b, to)));
        let Some(from) = near else { return };
        let shape = self.shape;
        let starts_apart = !bulb.iter().any(|&cell| shape.share_corner(cell, first));
        let mut points = vec![point_towards(from, to, 15.0)];
        points.extend(shaft.iter().map(|&cell| self.cell_centre(cell)));
        // The bulb and each cell of the shaft have a point, so there are at least two.
        let before = if let [.., before, _] = points[..] { before } else { from };
        // A negative length leads away from `before`, so the tip lies past the middle of the last
        // cell.
        let tip = point_towards(points[points.len() - 1], before, -7.0);
        points.pop();
        points.push(tip);
        let style =
            format!("stroke=\"{OUTLINE_GREY}\" stroke-width=\"2\" stroke-linejoin=\"round\"");
        // The points before which the arrow jumps.
        let jumps = (1..shaft.len()).filter(|&i| !shape.share_corner(shaft[i - 1], shaft[i]));
        let mut jumps: Vec<usize> = jumps.map(|i| i + 1).collect();
        jumps.splice(0..0, starts_apart.then_some(1));
        let mut start = 0;
        for jump in jumps.into_iter().chain([points.len()]) {
            if start > 0 {
                self.draw_gap(points[start - 1], points[start], OUTLINE_GREY);
            }
            if jump - start > 1 {
                self.add_polyline(PictureLayer::Lines, &points[start..jump], &style);
            }
            start = jump;
        }
        self.draw_chevron(PictureLayer::Lines, before, tip, &style);
    }

    /// Draws two short lines that meet at `tip`, as the head of an arrow that comes from `from`.
    pub(crate) fn draw_chevron(
        &mut self,
        layer: PictureLayer,
        from: Point,
        tip: Point,
        style: &str,
    ) {
        let back = point_towards(tip, from, point_distance(from, tip).min(8.0));
        let (x, y) = ((back.0 - tip.0) * 0.65, (back.1 - tip.1) * 0.65);
        // The wings go off at right angles, to both sides of a point that lies back on the line.
        let wings = [(back.0 - y, back.1 + x), tip, (back.0 + y, back.1 - x)];
        self.add_polyline(layer, &wings, style);
    }

    /// Draws a diagonal of the whole grid.
    pub(crate) fn whole_diagonal(&mut self, rising: bool, colour: &str) {
        let GridShape { rows, columns } = self.shape;
        let (width, height) = (columns as f64 * CELL_SIDE, rows as f64 * CELL_SIDE);
        let (top, bottom) = if rising { (width, 0.0) } else { (0.0, width) };
        let style = format!("stroke=\"{colour}\" stroke-width=\"1.5\"");
        self.add_polyline(PictureLayer::Lines, &[(top, 0.0), (bottom, height)], &style);
    }

    /// Draws the outline of cells.
    pub(crate) fn draw_outline(&mut self, cells: &[usize], border: OutlineStyle) {
        let loops = cell_outline(self.shape, cells, border.inset);
        let OutlineStyle { colour, width, dashes, .. } = border;
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let style = format!("stroke=\"{colour}\" stroke-width=\"{width}\"{dashes} fill=\"none\"");
        self.add_loops(PictureLayer::Above, &loops, &style);
    }

    /// Colours whole cells.
    pub(crate) fn shade_cells(&mut self, cells: &[usize], colour: &str) {
        let style = format!("fill=\"{colour}\"");
        for &cell in cells {
            self.add_rectangle(
                PictureLayer::Shade,
                self.cell_corner(cell),
                (CELL_SIDE, CELL_SIDE),
                &style,
            );
        }
    }

    /// Returns the next colour for cells that belong together.
    pub(crate) fn next_shade(&mut self) -> &'static str {
        self.shades += 1;
        REGION_SHADES[(self.shades - 1) % REGION_SHADES.len()]
    }
}

/// Returns the point at a length from a point towards another.
pub(super) fn point_towards(from: Point, to: Point, length: f64) -> Point {
    let whole = point_distance(from, to);
    let part = if whole > 0.0 { length / whole } else { 0.0 };
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

fn point_distance(from: Point, to: Point) -> f64 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    (x * x + y * y).sqrt()
}
