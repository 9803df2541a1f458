// Requests that a page's HTML sends before the app has loaded. The build lists them (web/app-pages/render.tsx).
import { inlineRead } from '../browser/storage.ts'
import { noteServerTime, readClocks } from './server-time.ts'

/**
 * The addresses that a page requests, keyed by its reader: 'visitor' without a login, a student's age category, or '' for a student without
 * one. USERNAME stands for the student's username.
 */
export type EarlyRequests = {
  urls: Readonly<Partial<Record<string, readonly string[]>>>
  /** If the addresses depend on the page's query, they are requested only when it is empty. */
  needsNoQuery: boolean
}

type EarlyReply = {
  token: string | null
  reply: Promise<Response>
  /** The clock readings when it was requested, and when it arrived. */
  sent: ReturnType<typeof readClocks>
  received?: ReturnType<typeof readClocks>
}
declare global {
  /** Replies that are still expected, keyed by address. */
  var earlyReplies: Record<string, EarlyReply> | undefined
}

/** Placeholder for the student's username in what the build makes: no name contains this character. */
export const USERNAME = '\uE000'

/** The attribute of `<html>` that holds the page's EarlyRequests as JSON. */
const ATTRIBUTE = 'data-early'

/**
 * An inline script for the head: sends the page's requests with the student's login. On a student page it hides the content from visitors,
 * who are then redirected to the login. It is a string because the build hashes exactly these characters for the content policy. A reply
 * that nobody took within 15 seconds of its arrival is stale and dropped.
 */
export const earlyScript = `try{
var d=document.documentElement,e=JSON.parse(d.getAttribute('${ATTRIBUTE}')||'null'),
r=${inlineRead},
c=function(){return{wallMs:Date.now(),steadyMs:performance.now()}},t=r('authToken'),n=r('username'),
s=window.earlyReplies={};
if(e){
if(!(t&&n||e.urls.visitor))d.dataset.visitor='';
if(!(e.needsNoQuery&&location.search))((t&&n?e.urls[r('ageCategory')]||e.urls['']:e.urls.visitor)||[]).forEach(function(u){
u=u.replace('${encodeURIComponent(USERNAME)}',encodeURIComponent(n));
var p=fetch(u,{headers:t?{accept:'application/json',authorization:'Bearer '+t}:{accept:'application/json'}});
var o=s[u]={token:t,reply:p,sent:c()};
p.then(function(){o.received=c()}).finally(function(){setTimeout(function(){delete s[u]},15e3)}).catch(function(){})})
}}catch(x){}`

/** Writes a page's early requests as an attribute for its HTML. */
export function earlyAttribute(requests: EarlyRequests): { name: string; value: string } {
  return { name: ATTRIBUTE, value: JSON.stringify(requests) }
}

/**
 * Like `fetch`, but takes the reply to the same request if the page's HTML has already sent it. Each reply is taken once. Notes the
 * server's time.
 */
export async function fetchOrTakeEarly(url: string, init: RequestInit): Promise<Response> {
  const early = globalThis.earlyReplies?.[url]
  const { authorization } = init.headers as Record<string, string>
  if (!early || init.method !== 'GET' || authorization !== toAuthorization(early.token)) {
    const sent = readClocks()
    const response = await fetch(url, init)
    noteServerTime(response.headers, sent)
    return response
  }
  delete globalThis.earlyReplies?.[url]
  const response = await untilAborted(early.reply, init.signal)
  noteServerTime(response.headers, early.sent, early.received)
  return response
}

const toAuthorization = (token: string | null) => (token === null ? undefined : `Bearer ${token}`)

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
