/** What the job system itself stores with a job, in plain words. */
const reasons: Readonly<Record<string, string>> = {
  'job timed out': 'The job took too long, or its server was lost.',
  'job heartbeat timeout': 'The server that ran the job was lost.',
  'pg-boss shut down while active': 'The server stopped while the job was running.',
}

/**
 * Describes why a job failed.
 * @param output what is stored with the job: a serialised error, or the job system's own object or text under `value`
 */
export function describeFailure(output: unknown): string {
  const message = readMessage(output)
  return reasons[message] ?? message
}

function readMessage(output: unknown): string {
  if (typeof output === 'string') return output
  if (typeof output !== 'object' || output === null) return 'The reason was not stored.'
  const [message, value]: unknown[] = [Reflect.get(output, 'message'), Reflect.get(output, 'value')]
  return typeof message === 'string' && message !== '' ? message : readMessage(value)
}
