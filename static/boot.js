// The first script of the page. It sets language and theme before anything is painted, shows a message when something
// breaks, and fetches and starts the app. A classic script, because modules do not load from file:.
//
// What the app finds on <html>:
//   lang                 "en" or "zh-CN"
//   data-theme           "light" or "dark", as resolved
//   data-theme-choice    "light", "dark" or "auto", as chosen
//   data-worker          the address for `new Worker(address)`
//   data-ready           set to "true" by the app itself, once it answers
// Stored choices are the localStorage items "bloomscope.lang" and "bloomscope.theme"; the link's are stronger.
// window.bloomscopeFailed(message) ends the app with an overlay; its panic hook calls it.
(() => {
  "use strict";
  const root = document.documentElement;
  const files = document.currentScript.dataset;
  const link = new URLSearchParams(location.search);
  const fromDisk = location.protocol === "file:";

  // Language and theme --------------------------------------------------------------------------------------------

  const stored = (name) => {
    try {
      return localStorage.getItem(`bloomscope.${name}`)?.replaceAll('"', "");
    } catch {
      return undefined; // storage is switched off: the page works without
    }
  };
  const choose = (name, allowed, otherwise) =>
    [link.get(name), stored(name)].find((value) => allowed.includes(value)) ?? otherwise;

  const preferred = (navigator.languages ?? [navigator.language]).find((tag) => /^(en|zh)\b/i.test(tag)) ?? "en";
  const lang = choose("lang", ["en", "zh"], preferred.slice(0, 2).toLowerCase());
  root.lang = lang === "zh" ? "zh-CN" : "en";
  if (lang === "zh") document.title = "布隆镜";

  const theme = choose("theme", ["light", "dark", "auto"], "auto");
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.themeChoice = theme;
  root.dataset.theme = dark ? "dark" : "light";

  // When something breaks -----------------------------------------------------------------------------------------

  const texts = {
    en: {
      title: "Bloomscope has stopped",
      why: "Something went wrong that the page cannot recover from by itself. Your link still holds the filter's parameters.",
      reload: "Reload with the same link",
      afresh: "Start afresh",
      noWasm: "This browser cannot run WebAssembly, which the filter is written in. Any current Firefox, Chrome, Edge or Safari can.",
      missing: (url) => `Could not load ${url}.`,
      disk: "This copy was made for a web server. Open the files made by “cargo xtask dist”, which also work from a disk.",
    },
    zh: {
      title: "布隆镜已停止",
      why: "发生了页面无法自行恢复的错误。链接里仍保存着过滤器的参数。",
      reload: "用同一链接重新载入",
      afresh: "从头开始",
      noWasm: "此浏览器不能运行 WebAssembly，而过滤器正是用它写成的。较新的 Firefox、Chrome、Edge 或 Safari 都可以。",
      missing: (url) => `无法载入 ${url}。`,
      disk: "这份文件是为网站服务器准备的。请打开 “cargo xtask dist” 生成的文件，它们也能直接从磁盘运行。",
    },
  };
  // The language may have been switched since.
  const words = () => (root.lang.startsWith("zh") ? texts.zh : texts.en);

  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  // Forgets what this page has stored for offline use, in case that is what is broken, and opens the page without a query.
  const startAfresh = async () => {
    try {
      const page = new URL("./", location.href).href;
      const registration = await navigator.serviceWorker?.getRegistration(page);
      if (registration?.scope === page) {
        const names = await caches.keys();
        await Promise.all(names.filter((name) => name.startsWith(`bloomscope ${page} `)).map((name) => caches.delete(name)));
        await registration.unregister();
      }
    } catch {
      // nothing stored, or not allowed to look
    }
    location.assign(location.pathname);
  };

  const messages = [];
  const showFailure = () => {
    let overlay = document.getElementById("failure");
    if (!overlay) {
      const text = words();
      const reload = element("button", { type: "button", className: "primary", onclick: () => location.reload() }, text.reload);
      const afresh = element("button", { type: "button", onclick: startAfresh }, text.afresh);
      overlay = element(
        "div",
        { id: "failure", className: "failure" },
        element("h1", { id: "failure-title" }, text.title),
        element("p", {}, text.why),
        element("pre", { tabIndex: 0 }),
        element("div", { className: "failure-ways" }, reload, afresh),
      );
      overlay.setAttribute("role", "alertdialog");
      overlay.setAttribute("aria-modal", "true");
      overlay.setAttribute("aria-labelledby", "failure-title");
      document.getElementById("app")?.setAttribute("inert", "");
      document.body.append(overlay);
      reload.focus();
    }
    overlay.querySelector("pre").textContent = messages.join("\n");
  };
  const fail = (message) => {
    root.dataset.failed = "true";
    if (!messages.includes(message)) messages.push(message);
    if (document.body) showFailure();
    else document.addEventListener("DOMContentLoaded", showFailure, { once: true });
  };
  window.bloomscopeFailed = (message) => fail(String(message));

  // Until the app is ready any error leaves an unusable page. Afterwards only a trap does: the wasm instance is then in an
  // unknown state. After a panic the trap that follows it says nothing new.
  const onError = (error) => {
    const trap = typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
    if (!error || (trap && messages.length > 0)) return;
    if (trap || root.dataset.ready !== "true") fail(String(error.message ?? error));
  };
  addEventListener("error", (event) => onError(event.error));
  addEventListener("unhandledrejection", (event) => onError(event.reason));

  // A file let go beside what takes it would make the browser leave the page for the file. Whatever takes files says so
  // after this.
  for (const kind of ["dragover", "drop"]) {
    addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    });
  }

  // Starting ------------------------------------------------------------------------------------------------------

  const runScript = (url) =>
    new Promise((resolve, reject) => {
      const script = element("script", { src: url, onload: resolve });
      script.onerror = () => reject(new Error(words().missing(url)));
      document.head.append(script);
    });
  const fetchFile = async (url) => {
    const answer = await fetch(url).catch(() => undefined);
    if (!answer?.ok) throw new Error(`${words().missing(url)}${answer ? ` (${answer.status})` : ""}`);
    return answer;
  };
  // file: cannot be fetched, so there the code comes in scripts, as text: { app: base64, worker: script source,
  // parts: { file: base64 } }.
  let scripts;
  const embedded = async (name) => {
    if (!files.embedded) throw new Error(words().disk);
    scripts ??= runScript(files.embedded);
    await scripts;
    return window.bloomscopeEmbedded[name];
  };
  const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

  // The app's code comes in parts: the first with the page, the others when they are first shown. The app imports the
  // functions that fetch them, each with a callback to be told how it went; all share one memory.
  const plain = (name) => name.replace(/\.[0-9a-f]{16}(?=\.wasm$)/, "");
  const instantiated = new Map();
  const instantiate = async (name, imports) => {
    if (fromDisk) return WebAssembly.instantiate(bytes((await embedded("parts"))[plain(name)]), imports);
    const answer = await fetchFile(name);
    return answer.headers.get("content-type")?.startsWith("application/wasm")
      ? WebAssembly.instantiateStreaming(answer, imports)
      : WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  };
  let styles;
  const addStyles = () => {
    styles ??= new Promise((resolve, reject) => {
      const sheet = element("link", { rel: "stylesheet", href: files.styles, onload: resolve });
      sheet.onerror = () => {
        sheet.remove();
        styles = undefined; // the visitor may try again
        reject(new Error(words().missing(files.styles)));
      };
      document.head.append(sheet);
    });
    return styles;
  };
  const addPart = async (names) => {
    const imports = { __wasm_split: await app };
    const styled = addStyles();
    styled.catch(() => {}); // told below
    for (const name of names) {
      if (!instantiated.has(name)) instantiated.set(name, instantiate(name, imports));
      try {
        await instantiated.get(name);
      } catch (error) {
        instantiated.delete(name); // the visitor may try again
        throw error;
      }
    }
    await styled;
  };
  let tellApp;
  const app = new Promise((resolve) => (tellApp = resolve));
  window.bloomscopeParts = {};
  for (const [part, names] of Object.entries(JSON.parse(files.parts))) {
    window.bloomscopeParts[`__wasm_split_load_${part}`] = async (callback, data) => {
      const added = await addPart(names).then(
        () => true,
        (error) => console.warn(error),
      );
      (await app).__indirect_function_table.get(callback)(data, added === true);
    };
  }

  const start = async () => {
    if (typeof WebAssembly !== "object") throw new Error(words().noWasm);
    const parsed = new Promise((resolve) => {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve, { once: true });
      else resolve();
    });
    let code;
    if (fromDisk) {
      code = embedded("app").then(bytes);
      const worker = await embedded("worker");
      root.dataset.worker = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    } else {
      code = fetchFile(files.wasm);
      root.dataset.worker = files.worker;
    }
    const [module_or_path] = await Promise.all([code, runScript(files.app), parsed]);
    tellApp(await bloomscopeApp({ module_or_path }));
  };
  // Offline use is a bonus: a frame or a browser that forbids it has a working page all the same.
  const offline = async () => {
    try {
      if (files.offline && !fromDisk) await navigator.serviceWorker?.register(files.offline);
    } catch {
      // forbidden
    }
  };
  start().then(offline, (error) => fail(String(error?.message ?? error)));
})();
