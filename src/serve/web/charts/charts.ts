// The chart library, and all that knows it: a file of its own, which the page loads with the first chart that has rows (`--data`).
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import type { Colours, Drawn, Plan, Size } from "./plan.ts";

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

const FONT = { size: 11, family: "system-ui, sans-serif" };
/** Below this, in pixels, a chart has no room for axes. */
const WITH_AXES = 70;

export function drawChart(canvas: HTMLCanvasElement, plan: Plan, size: Size, colours: Colours): Drawn {
  const chart = new Chart(canvas, configure(plan, size, colours));
  chart.resize(size.width, size.height);
  return {
    resize: ({ width, height }) => chart.resize(width, height),
    end: () => chart.destroy(),
  };
}

/** Nothing moves by itself, and nothing asks the page for room: its tile says how large it is. */
function configure(plan: Plan, { width, height }: Size, colours: Colours): ChartConfiguration {
  const { kind, labels, series, isPercent } = plan;
  const isPie = kind === "pie";
  const isRound = kind === "line" || kind === "area";
  const tone = (at: number) => colours.tones[at % colours.tones.length] ?? colours.ink;
  const numbers = new Intl.NumberFormat("en", {
    notation: "compact",
    maximumFractionDigits: 1,
    ...(isPercent && { style: "percent", notation: "standard" }),
  });
  const exact = new Intl.NumberFormat("en", {
    maximumFractionDigits: 2,
    ...(isPercent && { style: "percent" }),
  });
  const hasAxes = height >= WITH_AXES && width >= 120;
  const across = kind === "bar";
  const names = {
    display: hasAxes,
    grid: { display: false },
    border: { color: colours.line },
    stacked: isStacked(plan),
  };
  const values = {
    display: hasAxes,
    beginAtZero: kind !== "line",
    border: { display: false },
    grid: { color: colours.line },
    stacked: isStacked(plan),
  };
  const ticks = { color: colours.ink, font: FONT, autoSkip: true, maxRotation: 0 };
  const nameTicks = {
    ...ticks,
    callback: (_: unknown, at: number) => short(labels[at] ?? "", across ? width * 0.3 : 90),
  };
  const valueTicks = {
    ...ticks,
    maxTicksLimit: across ? Math.max(2, Math.floor(width / 70)) : 5,
    callback: (value: unknown) => numbers.format(Number(value)),
  };
  const nameAxis = { ...names, ticks: nameTicks };
  const valueAxis = { ...values, ticks: valueTicks };
  return {
    type: isPie ? "doughnut" : isRound ? "line" : "bar",
    data: {
      labels,
      datasets: series.map(({ label, values }, at) => ({
        label,
        data: values,
        backgroundColor: isPie
          ? labels.map((_, slice) => tone(slice))
          : kind === "area"
            ? `${tone(at)}66`
            : tone(at),
        borderColor: isPie ? colours.card : tone(at),
        borderWidth: isPie ? 1 : isRound ? 1.8 : 0,
        ...(isRound && { fill: kind === "area", pointRadius: labels.length > 1 ? 0 : 3, pointHitRadius: 8 }),
        ...(!isRound && !isPie && { maxBarThickness: 48, categoryPercentage: 0.8, barPercentage: 0.9 }),
      })),
    },
    options: {
      responsive: false,
      maintainAspectRatio: false,
      layout: { padding: { top: 4, right: across ? 16 : 4 } },
      animation: false,
      ...(across && { indexAxis: "y" }),
      // A drag over the board is not for the chart.
      events: ["mousemove", "mouseout"],
      interaction: { mode: isPie ? "nearest" : "index", intersect: isPie },
      ...(!isPie && { scales: across ? { y: nameAxis, x: valueAxis } : { x: nameAxis, y: valueAxis } }),
      plugins: {
        legend: {
          display: isPie ? width >= 190 : hasRoomForNames(plan, width, height),
          position: isPie ? "right" : "bottom",
          // Pressing one would hide it, and then the chart says less than its rows.
          onClick: () => undefined,
          labels: { boxWidth: 8, boxHeight: 8, padding: 6, color: colours.ink, font: FONT },
        },
        tooltip: {
          displayColors: false,
          animation: false,
          bodyFont: FONT,
          titleFont: FONT,
          callbacks: {
            label: ({ dataset, raw }) => {
              const value = raw === null ? "none" : exact.format(Number(raw));
              return isPie ? value : `${dataset.label}: ${value}`;
            },
          },
        },
      },
    },
  } as ChartConfiguration;
}

const isStacked = ({ kind, isSplit }: Plan) =>
  isSplit && (kind === "column" || kind === "bar" || kind === "area");

/** About six pixels a letter. */
const short = (text: string, width: number) => {
  const most = Math.max(4, Math.floor(width / 6));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

/** For the names of the series, in two lines at most below what is still a chart. */
const hasRoomForNames = ({ series }: Plan, width: number, height: number) =>
  series.length > 1 &&
  height >= 130 &&
  series.reduce((sum, { label }) => sum + label.length * 6 + 24, 0) < width * 1.6;
