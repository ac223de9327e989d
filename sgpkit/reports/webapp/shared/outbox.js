// What is to be sent lies in the browser's own store until the server has acknowledged it. Each piece has an id of its
// own, by which the server counts it once however often it comes: after a lost reply, a reload, or from a second tab.

const PAUSES = [300, 700, 1500, 3000, 5000];

/** localStorage; what it will not take, because it is full or forbidden, is kept as long as the tab is open. */
export const store = {
  tab: new Map(),

  getItem(key) {
    return this.tab.get(key) ?? quietly(() => localStorage.getItem(key)) ?? null;
  },

  setItem(key, value) {
    const kept = quietly(() => {
      localStorage.setItem(key, value);
      return true;
    });
    if (kept) this.tab.delete(key);
    else this.tab.set(key, value);
  },

  removeItem(key) {
    this.tab.delete(key);
    quietly(() => localStorage.removeItem(key));
  },

  keys() {
    return [...new Set([...this.tab.keys(), ...(quietly(() => Object.keys(localStorage)) ?? [])])];
  },
};

function quietly(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function storedKeys(beginning) {
  return store.keys().filter((key) => key.startsWith(beginning)).sort();
}

export function newId() {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return [...random].map((number) => number.toString(36).padStart(7, "0")).join("");
}

/** A JSON object from the server; an Error with `status` (0: no answer) and the server's own words where it refuses. */
export async function ask(path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = text === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: text,
    keepalive: text.length < 15000, // so that what is on its way arrives though the tab is closed
  };
  let reply;
  let said;
  try {
    reply = await fetch(path, { ...options, signal: AbortSignal.timeout(20000) });
    said = await reply.json();
  } catch (trouble) {
    throw Object.assign(new Error(String(trouble?.message ?? trouble)), { status: 0 });
  }
  if (!reply.ok) throw Object.assign(new Error(said.error ?? reply.statusText), { status: reply.status });
  return said;
}

/**
 * Entries that are sent in order. `told({waiting, trouble})` receives the number of waiting entries and the obstacle ("" for
 * nothing); `refused(piece, reason)` hears of a piece that the server will never take; `taken(piece, reply)` of one
 * that it took.
 */
export class Outbox {
  constructor(name, { told = () => {}, refused = () => {}, taken = () => {} } = {}) {
    this.beginning = `sgpkit:outbox:${name}:`;
    Object.assign(this, { told, refused, taken, failures: 0, working: null, last: 0 });
    addEventListener("online", () => this.wake());
    if (this.waiting()) this.send();
  }

  waiting() {
    return storedKeys(this.beginning).length;
  }

  /** What waits, oldest first. */
  pieces() {
    return storedKeys(this.beginning).map((key) => JSON.parse(store.getItem(key))).filter(Boolean);
  }

  /** Keep it, and send it as soon as can be. The server finds the id in `request`. */
  put(path, body) {
    this.last = Math.max(Date.now(), this.last + 1);
    const request = newId();
    store.setItem(`${this.beginning}${this.last}:${request}`, JSON.stringify({ path, body: { ...body, request } }));
    this.told({ waiting: this.waiting(), trouble: "" });
    this.send();
  }

  /** Resolves when nothing waits any more. */
  send() {
    this.working ??= this.work().finally(() => { this.working = null; });
    return this.working;
  }

  async work() {
    let key;
    while ((key = storedKeys(this.beginning)[0])) {
      const piece = JSON.parse(store.getItem(key));
      if (!piece) continue; // another tab has sent it in the meantime
      try {
        const reply = await ask(piece.path, piece.body);
        store.removeItem(key);
        this.failures = 0;
        this.taken(piece, reply);
      } catch (trouble) {
        const final = [400, 404, 409, 413, 415].includes(trouble.status);
        if (final) {
          store.removeItem(key);
          this.refused(piece, trouble.message);
        } else {
          this.told({ waiting: this.waiting(), trouble: trouble.status ? trouble.message : "the server does not answer" });
          await new Promise((done) => {
            this.wake = done;
            setTimeout(done, PAUSES[Math.min(this.failures, PAUSES.length - 1)]);
          });
          this.failures += 1;
          continue;
        }
      }
      this.told({ waiting: this.waiting(), trouble: "" });
    }
  }

  wake() {}
}

/** What somebody has typed and not yet sent, by the name of what it is about. */
export class Drafts {
  constructor(name) {
    this.beginning = `sgpkit:draft:${name}:`;
  }

  save(about, fields) {
    store.setItem(this.beginning + about, JSON.stringify(fields));
  }

  load(about) {
    try {
      return JSON.parse(store.getItem(this.beginning + about));
    } catch {
      return null;
    }
  }

  drop(about) {
    store.removeItem(this.beginning + about);
  }
}
