// Settings that are not allowed while the sandbox runs, because it shows every mail and pays with made-up money.
import { isLoopbackHost, isPrivateHost } from './addresses.ts'
import { identityProviderEnvironment } from './identity-providers/settings.ts'

const FOR_OTHERS = 'set NODE_ENV=production for an installation that others use'

/**
 * The sandbox shows every mail, including codes and reset links, and the first admin needs no setup code. Outside production, only
 * this machine may therefore reach the server, or a private network if SANDBOX_PEERS is set.
 */
export function exposureProblems(environment: Record<string, string | undefined>): string[] {
  const { HOST = 'localhost', PUBLIC_URL = 'http://localhost', TRUST_PROXY, SANDBOX_PEERS } = environment
  const publicHost = URL.parse(PUBLIC_URL)?.hostname ?? ''
  const problems = TRUST_PROXY ? [`TRUST_PROXY cannot be set while the sandbox runs: ${FOR_OTHERS}`] : []
  if (SANDBOX_PEERS !== undefined) {
    if (!isPrivateHost(publicHost)) problems.push(`PUBLIC_URL is not in a private network: ${FOR_OTHERS}`)
    return problems
  }
  const remedy = `${FOR_OTHERS}, or SANDBOX_PEERS to try the product from a phone or a container`
  if (!isLoopbackHost(publicHost)) problems.push(`PUBLIC_URL is not on this machine: ${remedy}`)
  if (!isLoopbackHost(HOST)) problems.push(`HOST is open to other machines: ${remedy}`)
  return problems
}

/** A demonstration must not reach real data, people or money. Its children have no guardians who could agree. */
export function demonstrationProblems(environment: Record<string, string | undefined>): string[] {
  const refused = [
    'DATABASE_URL',
    'S3_ENDPOINT',
    'BACKUP_DIR',
    'SMTP_URL',
    'PAYSTACK_SECRET_KEY',
    'NODE_ENV',
    'SANDBOX_PEERS',
    'GUARDIAN_CONSENT',
  ]
  return [...refused, ...Object.keys(identityProviderEnvironment)]
    .filter((name) => environment[name] !== undefined)
    .map((name) => `${name} cannot be set in a demonstration, which runs only on made-up data and the sandbox`)
}
