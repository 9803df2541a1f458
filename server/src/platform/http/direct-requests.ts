// Distinguishes requests that come directly from this machine, or from a sandbox peer, from those of others and of proxies.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAddressCheck, isLoopbackAddress, isLoopbackHost, isPrivateAddress } from '../addresses.ts'
import type { Config } from '../config.ts'
import { handleError, Refusal } from './errors.ts'

/** Headers in which proxies and tunnels say for whom they make a request. */
const forwardingHeader =
  /^(forwarded|via|cdn-loop)$|^x-forwarded|^x-envoy-|^x-original-(forwarded-for|host|url)$|(real|connecting|client)-?ip$/

/** Whether a proxy or tunnel has marked a request as forwarded. */
function isForwarded(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some((name) => forwardingHeader.test(name))
}

/**
 * Whether no page on another site or port made the request, as far as the browser tells. Links on such pages may lead here: the
 * page cannot read what opens, and opening it changes nothing.
 */
function isOfOwnPage({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  const isLink = method === 'GET' && mode === 'navigate' && destination === 'document'
  return site === 'none' || site === 'same-origin' || isLink
}

type DirectRequestOptions = Pick<Config, 'publicUrl' | 'sandboxPeers'>

/**
 * Returns a function that checks whether a request comes from this machine or a peer, through no proxy, and from no page of another
 * site. Such a page can send requests here. It can also point its own name at this machine (DNS rebinding), so that the browser
 * lets it read the replies. Only the headers Sec-Fetch-Site, Origin and Host reveal this.
 *
 * docs/settings.md forbids forwarding, because requests through a forwarder on this machine that adds no headers look direct.
 */
export function createDirectRequestCheck({ publicUrl, sandboxPeers }: DirectRequestOptions) {
  const publicHost = new URL(publicUrl).hostname
  const isPeer = createAddressCheck(sandboxPeers)
  const isOwnHost = (host: string) => isLoopbackHost(host) || host.toLowerCase() === publicHost
  // Refuses "null", which hides the page: any page can make browsers send it, with its referrer policy or a sandboxed frame.
  const isOwnOrigin = (origin?: string) => origin === undefined || isOwnHost(URL.parse(origin)?.hostname ?? '')
  return (request: FastifyRequest): boolean => {
    const [, host = ''] = /^(\[[^\]]*\]|[^:@]*)(?::\d*)?$/.exec(request.headers.host ?? '') ?? []
    const address = request.socket.remoteAddress ?? ''
    return (
      !isForwarded(request) &&
      // The default of nginx before 1.29.7, and never used by browsers.
      request.raw.httpVersion !== '1.0' &&
      isOwnHost(host) &&
      isOfOwnPage(request) &&
      isOwnOrigin(request.headers.origin) &&
      (isLoopbackAddress(address) || isPeer(address))
    )
  }
}

/**
 * Returns a function that redirects a visitor who opens a page on a laptop under another name of the machine, such as 127.0.0.1. It
 * returns the same page at PUBLIC_URL, where logins, sign-in pop-ups and links in mails belong. Returns undefined for programs,
 * which do not ask for HTML, and for visitors to another port that is forwarded here.
 */
export function createPublicUrlRedirect(options: DirectRequestOptions & Pick<Config, 'isProduction'>) {
  const { publicUrl, isProduction } = options
  const own = new URL(publicUrl)
  const isDirect = createDirectRequestCheck(options)
  return (request: FastifyRequest): string | undefined => {
    const { host = '', accept = '' } = request.headers
    const asked = URL.parse(`http://${host}`)
    const isOtherName = asked?.hostname !== own.hostname && asked?.port === own.port && own.protocol === 'http:'
    if (isProduction || !isOtherName || !accept.includes('text/html') || !isDirect(request)) return undefined
    // Do not follow a full URL such as http://example.org/ in place of a path.
    return request.url.startsWith('/') ? own.origin + request.url : undefined
  }
}

/** Returns an onRequest hook that refuses (403) every request that is not direct. */
export function refuseIndirectRequests(options: DirectRequestOptions) {
  const isDirect = createDirectRequestCheck(options)
  const message = `The sandbox answers only this machine and SANDBOX_PEERS, at ${options.publicUrl} and without a proxy.`
  // Replies directly, because the sandbox has its own error handler, which does not know refusals.
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    isDirect(request) ? undefined : handleError(new Refusal('forbidden', { message }), request, reply)
}

/**
 * Logs once that requests come through a proxy while no proxy is trusted: all visitors then count as one address and share its rate
 * limits.
 */
export function warnOfUntrustedProxy(http: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  let isReported = trustProxy.length > 0
  http.addHook('onRequest', async (request) => {
    if (isReported || !isForwarded(request)) return
    isReported = true
    const { remoteAddress = '' } = request.socket
    // A public address may belong to a visitor whose own network has a proxy, and visitors are not logged.
    const proxy = isPrivateAddress(remoteAddress) ? { proxy: remoteAddress } : {}
    request.log.warn(
      proxy,
      'Requests come through a proxy, but TRUST_PROXY is not set. All visitors behind it share one rate limit. Set TRUST_PROXY to the addresses of the proxy (CIDR, comma-separated).',
    )
  })
}
