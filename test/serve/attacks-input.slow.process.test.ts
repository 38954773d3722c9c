// Hard texts, racing tabs and bare sockets: the board says what the file says, and nobody else is answered.
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { sayingOf } from "./commented.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, type Server, startStudio } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";
const FILES = { "boardwright.yaml": PROJECT, [FILE]: ORDERS };
const box = { x: 1, y: 2, w: 3, h: 4 };
const place = (widget: string) => ({ kind: "place", widget, breakpoint: "default", box }) as const;
const grid = (slug: string, widgets: string) =>
  `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard:\n      widgets:${widgets}`;
/** What YAML, files and JSON each mean something else by. */
const HARD = [
  "\u0000",
  "a\u0007b",
  "\u001b[31m",
  "\u007f",
  "\u0085",
  "\u2028x\u2029",
  "\ufeffx",
  "x\ufeff",
  "\ufffe",
  "\ud800",
  "a\udc00b",
  "\t",
  "\ta",
  "a\t",
  "a\r\nb",
  "a\rb",
  "\n",
  "\n\n a\n",
  "a \nb",
  "---",
  "--- a",
  "...",
  "%YAML 1.1",
  "!!binary x",
  "<<",
  "=",
  "0o7",
  "0x1f",
  ".inf",
  "2001-01-01",
  "12:30:45",
  "$file",
  "${HOME}",
  "$" + "{{ x }}",
  "__proto__",
  " # x",
  "a: b # c",
  "x".repeat(100_000),
  "é".normalize("NFD"),
  "<script>alert(1)</script>",
];

async function expectSame(server: Server, said: string, wanted: string): Promise<void> {
  const [first] = (await server.board("orders")).widgets;
  expect([said, first?.title]).toEqual([said, wanted]);
  const [inFile] = sayingOf(server.text(FILE)).widgets;
  expect([said, (inFile?.config as { title?: string } | undefined)?.title]).toEqual([said, wanted]);
}

describe("the studio under texts", () => {
  it("writes what was typed, or says that it cannot and writes nothing", async () => {
    const server = await startStudio(FILES);
    let title = "Open orders";
    for (const words of HARD) {
      const before = server.text(FILE);
      const answer = await server.edit("orders", [{ kind: "title", widget: "open", title: words }]);
      expect([JSON.stringify(words).slice(0, 40), answer.status]).toEqual([
        JSON.stringify(words).slice(0, 40),
        expect.stringMatching(/^(?:saved|refused)$/),
      ]);
      if (answer.status === "saved") title = words;
      else expect(server.text(FILE)).toBe(before);
      await expectSame(server, words, title);
      expect(server.text(FILE)).toContain("# of twelve months");
    }
  });

  it("knows widgets and dashboards by names that objects have of their own", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const widgets = names
      .map(
        (id, at) =>
          `\n        - id: ${id}\n          type: TEXT\n          position: [${at}, 0, 1, 1] # ${id}\n          config: { markdown: Hi }`,
      )
      .join("");
    const { edit, board, text, send, authorization } = await startStudio({
      ...FILES,
      [FILE]: grid("orders", `${widgets}\n`),
    });
    for (const id of names) {
      const answer = await edit("orders", [place(id)]);
      expect([id, answer.status]).toEqual([id, "saved"]);
      expect(text(FILE)).toContain(`[1, 2, 3, 4] # ${id}`);
    }
    expect((await board("orders")).widgets.map(({ boxes }) => boxes.default)).toEqual(names.map(() => box));
    for (const slug of names)
      expect((await send(`/api/board?slug=${slug}`, { headers: { authorization } })).status).toBe(404);
    expect((await send("/api/board?slug=%00&slug=orders", { headers: { authorization } })).status).toBe(404);
  });
});

describe("the studio under several at once", () => {
  it("lets one of two edits of the same board win, and says so to the other", async () => {
    const { edit, board, text } = await startStudio(FILES);
    const { version } = await board("orders");
    const titles = Array.from({ length: 8 }, (_, at) => `Tab ${at}`);
    const answers = await Promise.all(
      titles.map((title) => edit("orders", [{ kind: "title", widget: "open", title }], { version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill("changed"), "saved"]);
    const won = titles[answers.findIndex(({ status }) => status === "saved")]!;
    expect(text(FILE)).toBe(ORDERS.replace("title: Open orders", `title: ${won}`));
  });

  it("takes back as many steps as there are, however many ask at once", async () => {
    const { edit, post, text } = await startStudio(FILES);
    for (const title of ["One", "Two", "Three"])
      await edit("orders", [{ kind: "title", widget: "open", title }]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post<{ status: string }>("/api/undo", { slug: "orders" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill("nothing"),
      ...Array(3).fill("saved"),
    ]);
    expect(text(FILE)).toBe(ORDERS);
  });
});

describe("the studio under a bare socket", () => {
  const say = (server: Server, lines: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(server.url.port), "127.0.0.1", () =>
        socket.write(`${lines.join("\r\n")}\r\n\r\n`),
      );
      let heard = "";
      socket.setEncoding("utf8").on("data", (part: string) => {
        heard += part;
      });
      socket.on("error", () => resolve(heard)).on("close", () => resolve(heard));
    });

  it("answers only requests to its own address, in the form that a browser sends", async () => {
    const server = await startStudio(FILES);
    const { port } = server.url;
    const own = [`Host: 127.0.0.1:${port}`, `Authorization: ${server.authorization}`, "Connection: close"];
    expect(await say(server, ["GET /api/project HTTP/1.1", ...own])).toMatch(/^HTTP\/1\.1 200 /);
    const tries = [
      ["GET /api/project HTTP/1.1", ...own.slice(1)],
      ["GET /api/project HTTP/1.0", ...own.slice(1)],
      ["GET /api/project HTTP/1.1", "Host: evil.example", ...own],
      [`GET http://evil.example/api/project HTTP/1.1`, ...own],
      [`GET http://127.0.0.1:${port}/api/project HTTP/1.1`, ...own],
      [`CONNECT 127.0.0.1:${port} HTTP/1.1`, ...own],
      ["TRACE /api/project HTTP/1.1", ...own],
      ["HEAD /api/board?slug=orders HTTP/1.1", ...own],
      ["GET //api/project HTTP/1.1", ...own],
      ["GET /api/project/ HTTP/1.1", ...own],
      ["GET /API/project HTTP/1.1", ...own],
      ["GET /api/project%00 HTTP/1.1", ...own],
      [
        "GET /api/project HTTP/1.1",
        `Host: 127.0.0.1:${port}`,
        `Authorization: ${server.authorization}0`,
        "Connection: close",
      ],
    ];
    for (const one of tries) {
      const heard = await say(server, one);
      expect([one[0], one[1], heard]).toEqual([
        one[0],
        one[1],
        expect.not.stringMatching(/^HTTP\/1\.1 2|Orders/),
      ]);
    }
    const upgrade = ["GET /api/events HTTP/1.1", own[0]!, "Connection: Upgrade, close", "Upgrade: websocket"];
    expect(await say(server, [...upgrade, "Origin: http://evil.example"])).not.toMatch(
      /^HTTP\/1\.1 (?:101|2)/,
    );
    expect((await server.project()).name).toBe("studio");
  });
});
