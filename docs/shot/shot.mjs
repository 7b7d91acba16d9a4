#!/usr/bin/env node
// shot draws a terminal capture (text with ANSI sequences) as a PNG. See README.md.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const usage = "usage: shot.mjs [--cols 120] [--rows 36] [--scale 2] [--light] CAPTURE OUT.png";

const dark = {
  background: "#16181d", foreground: "#d6d9e0",
  black: "#23262e", red: "#e5656f", green: "#83bb78", yellow: "#dcae62",
  blue: "#74a3e4", magenta: "#bd90dc", cyan: "#63bcc3", white: "#c7cad2",
  brightBlack: "#70768a", brightRed: "#f28a91", brightGreen: "#9fd592", brightYellow: "#f0ca82",
  brightBlue: "#98bff4", brightMagenta: "#d4adec", brightCyan: "#8ad6db", brightWhite: "#f4f5f8",
};
const light = {
  background: "#fcfcfa", foreground: "#25282f",
  black: "#25282f", red: "#b02c38", green: "#3a7730", yellow: "#866000",
  blue: "#2460b4", magenta: "#7b43a2", cyan: "#117079", white: "#d8dade",
  brightBlack: "#6a6e78", brightRed: "#c9444e", brightGreen: "#4d9142", brightYellow: "#a27408",
  brightBlue: "#3876d4", brightMagenta: "#975ac0", brightCyan: "#1d8992", brightWhite: "#ffffff",
};

const { values: opt, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cols: { type: "string", default: "120" },
    rows: { type: "string", default: "36" },
    scale: { type: "string", default: "2" },
    light: { type: "boolean", default: false },
  },
});
const [cols, rows, scale] = [opt.cols, opt.rows, opt.scale].map(Number);
if (positionals.length !== 2 || !(cols > 0 && rows > 0 && scale > 0)) {
  console.error(usage);
  process.exit(2);
}
const [input, output] = positionals;
// A capture's lines end in LF alone, and one more after the last would scroll the first away.
const capture = (await readFile(input, "utf8")).replace(/\r?\n$/, "").replace(/\r?\n/g, "\r\n");
await writeFile(output, await photograph({ capture, cols, rows, theme: opt.light ? light : dark }));

async function photograph(settings) {
  const home = await mkdtemp(join(tmpdir(), "shot-"));
  const browser = spawn("chromium", [
    "--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + home, "--no-first-run",
    "--disable-gpu", "--hide-scrollbars", "--disable-background-networking",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // root has no sandbox to use
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: { ...process.env, HOME: home }, timeout: 60_000 });
  const ended = new Promise(done => browser.once("close", done));
  try {
    const { call, event } = devtools(browser);
    const { targetId } = await call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
    await call("Page.enable", {}, sessionId);
    // The window must hold the whole terminal: rows outside of it are not painted.
    await call("Emulation.setDeviceMetricsOverride", {
      width: settings.cols * 10 + 100, height: settings.rows * 20 + 100, deviceScaleFactor: scale, mobile: false,
    }, sessionId);
    await call("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } }, sessionId); // behind the round corners
    const loaded = event("Page.loadEventFired");
    await call("Page.navigate", { url: new URL("page.html", import.meta.url).href }, sessionId);
    await loaded;
    const { result, exceptionDetails } = await call("Runtime.evaluate", {
      expression: `draw(${JSON.stringify(settings)})`, awaitPromise: true, returnByValue: true,
    }, sessionId);
    if (exceptionDetails) throw new Error(`${exceptionDetails.exception?.description}\nwas npm ci run in docs/shot?`);
    const { data } = await call("Page.captureScreenshot", { clip: { ...result.value, scale: 1 } }, sessionId);
    return Buffer.from(data, "base64");
  } finally {
    browser.kill();
    await ended;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

// devtools speaks the DevTools protocol over file 3 (to the browser) and 4 (from
// it): JSON messages, each ended by a NUL.
function devtools(browser) {
  const calls = new Map(), events = new Map();
  let lastId = 0, rest = "";
  const gone = new Promise((_, reject) => {
    browser.once("error", reject);
    browser.once("exit", (code, signal) => reject(new Error(`chromium ended early: ${signal ?? code}`)));
  });
  gone.catch(() => {}); // it also ends when all is done
  browser.stdio[3]?.on("error", () => {});
  browser.stdio[4]?.setEncoding("utf8").on("data", chunk => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop();
    for (const { id, method, params, result, error } of messages.map(m => JSON.parse(m))) {
      if (method) events.get(method)?.(params);
      else if (error) calls.get(id).reject(new Error(error.message));
      else calls.get(id).resolve(result);
    }
  });
  return {
    call: (method, params, sessionId) => Promise.race([gone, new Promise((resolve, reject) => {
      calls.set(++lastId, { resolve, reject });
      browser.stdio[3].write(JSON.stringify({ id: lastId, method, params, sessionId }) + "\0");
    })]),
    event: method => Promise.race([gone, new Promise(resolve => events.set(method, resolve))]),
  };
}
