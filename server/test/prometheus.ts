// Starts the system's Prometheus, and queries it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../src/platform/free-port.ts'
import { waitFor } from './wait-for.ts'

/** Whether this machine has Prometheus and promtool. */
export const hasPrometheus = ['prometheus', 'promtool'].every(
  (name) => spawnSync(name, ['--version']).error === undefined,
)

export type Sample = { metric: Record<string, string>; value: [number, string] }
export type Alert = { labels: Record<string, string>; state: string; annotations: Record<string, string> }

/**
 * Starts a Prometheus that scrapes a server and evaluates rules several times a second.
 * @param target host and port of the server
 * @param rules the text of a rules file
 */
export async function startPrometheus({ target, rules }: { target: string; rules: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-prometheus-'))
  const port = await findFreePort()
  const config = {
    global: { scrape_interval: '250ms', evaluation_interval: '250ms' },
    rule_files: [join(folder, 'rules.yaml')],
    scrape_configs: [{ job_name: 'baobab', static_configs: [{ targets: [target] }] }],
  }
  writeFileSync(join(folder, 'rules.yaml'), rules)
  // Valid, because JSON is a subset of YAML.
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config))
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.on('data', (part) => (output += String(part)))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const ask = async <T>(path: string): Promise<T> => {
    const reply = (await (await fetch(url + path)).json()) as { status: string; data: T; error?: string }
    if (reply.status !== 'success') throw new Error(reply.error)
    return reply.data
  }
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus did not start: ${output}`)
    if (!(await fetch(`${url}/-/ready`)).ok) throw new Error('It is not ready.')
  })
  return {
    /** Evaluates a query now. Throws Prometheus's own message if it is invalid. */
    query: async (text: string) =>
      (await ask<{ result: Sample[] }>(`/api/v1/query?query=${encodeURIComponent(text)}`)).result,
    /** Returns the alerts that are pending or firing. */
    alerts: async () => (await ask<{ alerts: Alert[] }>('/api/v1/alerts')).alerts,
    /** Returns the health of each alert's rule: `ok`, or why it cannot be evaluated. */
    rules: async () => {
      const { groups } = await ask<{ groups: { rules: { name: string; health: string; lastError?: string }[] }[] }>(
        '/api/v1/rules',
      )
      return groups.flatMap((group) => group.rules)
    },
    async close() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
