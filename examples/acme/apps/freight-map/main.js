// Draws one line per lane; the busier the lane, the wider the line.
import * as d3 from "d3";
import { lanes } from "./lanes.js";

const widths = d3
  .scaleSqrt()
  .domain([0, d3.max(lanes, (lane) => lane.shipments)])
  .range([1, 12]);

d3.select("#lanes")
  .selectAll("path")
  .data(lanes)
  .join("path")
  .attr("d", ({ from, to }) => `M${from.x},${from.y}Q400,20 ${to.x},${to.y}`)
  .attr("fill", "none")
  .attr("stroke", "currentColor")
  .attr("stroke-width", (lane) => widths(lane.shipments))
  .append("title")
  .text((lane) => `${lane.from.name} to ${lane.to.name}: ${lane.shipments} shipments`);
