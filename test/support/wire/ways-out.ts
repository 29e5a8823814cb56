/** What a way out tries to reach. */
export interface Target {
  /** An address of its own, by which the listener knows the way. */
  readonly url: string;
  readonly host: string;
  readonly udpPort: number;
}

/** Runs in the page, with what `HELPERS` put there. What it gives back is awaited. */
export type Way = (to: Target) => unknown;

interface Helpers {
  /** An element with these attributes in the page. */
  readonly put: (tag: string, attributes: Record<string, string>) => HTMLElement;
  /** The same; resolves when it was loaded or refused. */
  readonly load: (tag: string, attributes: Record<string, string>) => Promise<unknown>;
  readonly style: (text: string) => void;
  readonly click: (attributes: Record<string, string>) => void;
  /** Sends a form. */
  readonly send: (attributes: Record<string, string>) => void;
  /** Resolves when a peer connection has found all ways to the server. */
  readonly peer: (page: typeof globalThis | null, server: string) => Promise<unknown>;
  /** Sends to a peer that says it is at the listener. */
  readonly peerAt: (host: string, udpPort: number) => Promise<void>;
}
declare const ways: Helpers;

/** Before a page's first script: ways out that the page removes for itself remain here. */
export function putHelpers(): void {
  const { RTCPeerConnection: Peer } = globalThis;
  const put: Helpers['put'] = (tag, attributes) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    (['link', 'meta', 'base'].includes(tag) ? document.head : document.body).append(element);
    return element;
  };
  const offer = async (peer: RTCPeerConnection) => {
    peer.createDataChannel('x');
    const gathered = new Promise((resolve) => {
      peer.addEventListener('icecandidate', ({ candidate }) => candidate === null && resolve(null));
    });
    await peer.setLocalDescription();
    return gathered;
  };
  const helpers: Helpers = {
    put,
    load: (tag, attributes) =>
      new Promise((resolve) => {
        const element = put(tag, attributes);
        for (const end of ['load', 'error', 'loadeddata']) element.addEventListener(end, resolve);
      }),
    style: (text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    },
    click: (attributes) => put('a', attributes).click(),
    send: (attributes) => (put('form', attributes) as HTMLFormElement).submit(),
    peer: (page, server) =>
      offer(new (page?.RTCPeerConnection ?? Peer)({ iceServers: [{ urls: server, username: 'u', credential: 'c' }] })),
    peerAt: async (host, udpPort) => {
      const [one, other] = [new Peer(), new Peer()];
      await offer(one);
      if (one.localDescription === null) return;
      await other.setRemoteDescription(one.localDescription);
      await other.setLocalDescription();
      if (other.localDescription === null) return;
      await one.setRemoteDescription(other.localDescription);
      const candidate = `candidate:1 1 udp 2122260223 ${host.split(':')[0]} ${udpPort} typ host`;
      await one.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
    },
  };
  Object.defineProperty(globalThis, 'ways', { value: helpers });
}

/** Every way that a page has to reach somebody, by its name; none of them leads away from the page. */
export const WAYS: Readonly<Record<string, Way>> = {
  fetch: ({ url }) => fetch(url),
  'fetch without CORS': ({ url }) => fetch(url, { mode: 'no-cors', method: 'POST', body: 'x' }),
  'fetch that outlives the page': ({ url }) => fetch(url, { mode: 'no-cors', keepalive: true }),
  XMLHttpRequest: ({ url }) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.addEventListener('loadend', resolve);
      request.open('GET', url);
      request.send();
    }),
  beacon: ({ url }) => navigator.sendBeacon(url, 'x'),
  WebSocket: ({ url }) =>
    new Promise((resolve) => {
      new WebSocket(url.replace('http', 'ws')).addEventListener('error', resolve);
    }),
  EventSource: ({ url }) =>
    new Promise((resolve) => {
      const source = new EventSource(url);
      source.addEventListener('error', () => resolve(source.close()));
    }),
  WebTransport: ({ udpPort }) => new WebTransport(`https://127.0.0.1:${udpPort}/`).ready,
  img: ({ url }) => ways.load('img', { src: url }),
  'img srcset': ({ url }) => ways.load('img', { srcset: `${url} 2x, ${url} 1x` }),
  picture: ({ url }) => {
    const picture = ways.put('picture', {});
    const source = Object.assign(document.createElement('source'), { srcset: url });
    picture.append(source, new Image());
  },
  'input image': ({ url }) => ways.load('input', { type: 'image', src: url }),
  'background attribute': ({ url }) => ways.put('table', { background: url }),
  video: ({ url }) => ways.load('video', { src: url }),
  'video poster': ({ url }) => ways.put('video', { poster: url }),
  audio: ({ url }) => ways.load('audio', { src: url }),
  track: ({ url }) => {
    const video = ways.put('video', { crossorigin: 'anonymous' }) as HTMLVideoElement;
    const track = Object.assign(document.createElement('track'), { src: url, default: true });
    video.append(track);
    track.track.mode = 'showing';
  },
  object: ({ url }) => ways.load('object', { data: url }),
  embed: ({ url }) => ways.put('embed', { src: url }),
  iframe: ({ url }) => ways.put('iframe', { src: url }),
  'iframe srcdoc': ({ url }) => ways.put('iframe', { srcdoc: `<img src="${url}">` }),
  'iframe that is led on': ({ url }) => {
    const frame = ways.put('iframe', {}) as HTMLIFrameElement;
    frame.contentWindow?.location.replace(url);
  },
  'frame of a frameset': ({ url }) => ways.put('frameset', {}).append(ways.put('frame', { src: url })),
  script: ({ url }) => ways.load('script', { src: url }),
  'module script': ({ url }) => ways.load('script', { type: 'module', src: url }),
  'import()': ({ url }) => import(url),
  'link stylesheet': ({ url }) => ways.load('link', { rel: 'stylesheet', href: url }),
  'link preload': ({ url }) => ways.load('link', { rel: 'preload', as: 'image', href: url }),
  'link modulepreload': ({ url }) => ways.load('link', { rel: 'modulepreload', href: url }),
  'link prefetch': ({ url }) => ways.put('link', { rel: 'prefetch', href: url }),
  'link preconnect': ({ url }) => ways.put('link', { rel: 'preconnect', href: url }),
  'link dns-prefetch': ({ url }) => ways.put('link', { rel: 'dns-prefetch', href: url }),
  'link icon': ({ url }) => ways.put('link', { rel: 'icon', href: url }),
  'link manifest': ({ url }) => ways.put('link', { rel: 'manifest', href: url }),
  'CSS url()': ({ url }) => ways.style(`:root { background-image: url("${url}"); }`),
  'CSS @import': ({ url }) => ways.put('style', {}).append(`@import url(${url});`),
  'CSS @font-face': ({ url }) => {
    ways.style(`@font-face { font-family: out; src: url(${url}); }`);
    return document.fonts.load('12px out');
  },
  FontFace: ({ url }) => new FontFace('out2', `url(${url})`).load(),
  'SVG image': ({ url }) => {
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
    image.setAttribute('href', url);
    ways.put('div', {}).appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).append(image);
  },
  'SVG feImage': ({ url }) => {
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'feImage');
    image.setAttribute('href', url);
    const filter = document.createElementNS('http://www.w3.org/2000/svg', 'filter');
    filter.append(image);
    ways.put('div', {}).appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).append(filter);
  },
  'SVG use': ({ url }) => {
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', `${url}#x`);
    ways.put('div', {}).appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).append(use);
  },
  Worker: ({ url }) => new Worker(url),
  'Worker of a blob': ({ url }) =>
    new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)})`], { type: 'text/javascript' }))),
  SharedWorker: ({ url }) => new SharedWorker(url),
  ServiceWorker: ({ url }) => navigator.serviceWorker.register(url),
  worklet: ({ url }) => new OfflineAudioContext(1, 1, 44_100).audioWorklet.addModule(url),
  base: async ({ url }) => {
    const base = ways.put('base', { href: `${url}/` });
    await ways.load('img', { src: 'no-such.png' });
    base.remove();
  },
  'speculation rules': ({ url }) => {
    const rules = { prefetch: [{ source: 'list', urls: [url] }], prerender: [{ source: 'list', urls: [url] }] };
    ways.put('script', { type: 'speculationrules' }).append(JSON.stringify(rules));
  },
  fencedframe: ({ url }) => ways.put('fencedframe', { src: url }),
  'policy that reports': ({ url }) => {
    ways.put('meta', { 'http-equiv': 'Content-Security-Policy', content: `img-src 'none'; report-uri ${url}` });
    return ways.load('img', { src: 'data:,' });
  },
  'anchor ping': ({ url }) => ways.click({ href: '#', ping: url }),
  'anchor to a new window': ({ url }) => ways.click({ href: url, target: '_blank' }),
  'window.open': ({ url }) => window.open(url) === null,
  'form GET': ({ url }) => ways.send({ action: url, target: '_blank' }),
  'form POST': ({ url }) => ways.send({ action: url, target: '_blank', method: 'post' }),
};

/** Ways that lead the page itself away. */
export const LEAVES: Readonly<Record<string, Way>> = {
  'location.assign': ({ url }) => location.assign(url),
  'anchor click': ({ url }) => ways.click({ href: url }),
  'anchor download': ({ url }) => ways.click({ href: url, download: 'x' }),
  'meta refresh': ({ url }) => ways.put('meta', { 'http-equiv': 'refresh', content: `0;url=${url}` }),
  'form that stays': ({ url }) => ways.send({ action: url }),
};

/** Ways past what is called a request. Chromium may end a page that tries one, where it holds it to its own host. */
export const PEERS: Readonly<Record<string, Way>> = {
  'WebRTC: STUN over UDP': ({ udpPort }) => ways.peer(null, `stun:127.0.0.1:${udpPort}`),
  'WebRTC: TURN over UDP': ({ udpPort }) => ways.peer(null, `turn:127.0.0.1:${udpPort}`),
  'WebRTC: TURN over TCP': ({ host }) => ways.peer(null, `turn:${host}?transport=tcp`),
  'WebRTC: checks of a peer': ({ host, udpPort }) => ways.peerAt(host, udpPort),
  'WebRTC: STUN of an empty frame': ({ udpPort }) => {
    const frame = ways.put('iframe', {}) as HTMLIFrameElement;
    return ways.peer(frame.contentWindow as unknown as typeof globalThis, `stun:127.0.0.1:${udpPort}`);
  },
};

/**
 * Unrestricted ways out that reach nobody: a headless browser without QUIC lacks them, or they lead to the own origin.
 */
export const UNSEEN: readonly string[] = [
  'WebTransport',
  'link preconnect',
  'link dns-prefetch',
  'link icon',
  'link manifest',
  'SVG use',
  'Worker',
  'SharedWorker',
  'ServiceWorker',
  'fencedframe',
  'policy that reports',
];
