// Keeps the page usable without a network. `cargo xtask dist` puts two constants above this: VERSION, which changes with any
// file, and FILES, every file of the page with a hash in its name, and "./" for the page itself.
//
// A version's files are stored together when it is installed, and the previous version's are dropped when it takes over,
// which is not before the last tab of the previous one is closed: a tab always finds the files it was made for.
const PREFIX = `bloomscope ${registration.scope} `; // other pages on the same host have caches too
const CACHE = PREFIX + VERSION;
const PAGE = registration.scope;
const STORED = new Set(FILES.map((name) => new URL(name, PAGE).href));
// How long a slow network may hold up a page that is already here, in milliseconds.
const PATIENCE = 3000;

addEventListener("install", (event) => {
  const requests = FILES.map((name) => new Request(new URL(name, PAGE), name === "./" ? { cache: "reload" } : {}));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
    await clients.claim(); // so that the very first visit is covered
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate" && [PAGE, `${PAGE}index.html`].includes(origin + pathname);
  if (isPage) event.respondWith(page(request));
  else if (STORED.has(origin + pathname)) event.respondWith(stored(origin + pathname, request));
});

// The newest page that can be had soon. A page names its files by content, so a newer page never gets older files.
async function page(request) {
  const kept = await caches.open(CACHE).then((cache) => cache.match(PAGE));
  const fresh = fetch(request);
  if (!kept) return fresh;
  fresh.catch(() => {}); // handled below, unless the wait is over first
  const wait = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([fresh, wait]).catch(() => undefined);
  return answer?.ok || answer?.type === "opaqueredirect" ? answer : kept;
}

async function stored(url, request) {
  const kept = await caches.open(CACHE).then((cache) => cache.match(url));
  return kept ?? fetch(request);
}
