// Requests of a page that its HTML sends before the app has arrived. The build lists them (web/app-pages/render.tsx).
import { inlineRead } from '../browser/storage.ts'
import { noteServerTime, readClocks } from './server-time.ts'

/**
 * The addresses that a page requests, for each kind of reader: 'visitor' for those without a login, the age category of a
 * student, and '' for a student without one. A student's username in them is USERNAME.
 */
export type EarlyRequests = {
  urls: Readonly<Partial<Record<string, readonly string[]>>>
  /** The addresses depend on the query of the page, so they are requested only if there is none. */
  needsNoQuery: boolean
}

type EarlyReply = {
  token: string | null
  reply: Promise<Response>
  /** The clocks when it was requested, and when it arrived. */
  sent: ReturnType<typeof readClocks>
  received?: ReturnType<typeof readClocks>
}
declare global {
  /** The replies that are under way, by their addresses. */
  var earlyReplies: Record<string, EarlyReply> | undefined
}

/** Stands for the student's username in what the build makes: no name has this character. */
export const USERNAME = '\uE000'

/** The attribute of `<html>` with the EarlyRequests of the page, as JSON. */
const ATTRIBUTE = 'data-early'

/**
 * An inline script for the head: sends the page's requests with the student's login, and hides a student's page from those
 * without one, who are led to the login. A string, because the build hashes exactly these characters for the content
 * policy. A reply that nobody took is forgotten 15 seconds after it came: it is stale, as any other.
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

/** Describes the early requests of a page in an attribute, for its HTML. */
export function earlyAttribute(requests: EarlyRequests): { name: string; value: string } {
  return { name: ATTRIBUTE, value: JSON.stringify(requests) }
}

/**
 * As `fetch`, but takes the reply to the same request if the HTML of the page has sent it. Each is taken once. Notes the server's
 * time.
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
