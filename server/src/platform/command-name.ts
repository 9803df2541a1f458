/** Returns how an operator calls a command beside the server: `baobab verify` on a server, `npm run verify` on a laptop. */
export function commandName(command: string, isProduction = process.env['NODE_ENV'] === 'production'): string {
  const [name, ...rest] = command.split(' ')
  if (isProduction) return `baobab ${command}`
  return ['npm run', name, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ')
}
