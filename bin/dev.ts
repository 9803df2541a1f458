// `npm run dev`: restarts the server when its files change; the web app reloads by itself. Ctrl-C stops both.
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const apiPort = process.env['API_PORT'] ?? '3001'
const webPort = process.env['PORT'] ?? '3000'

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: apiPort, PUBLIC_URL: `http://localhost:${webPort}` },
})
const web = spawn('npm', ['run', 'dev', '--prefix', 'web', '--', '--port', webPort], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, API_URL: `http://localhost:${apiPort}` },
  shell: process.platform === 'win32',
})

const parts: ChildProcess[] = [server, web]
let isEnding = false
function end(): void {
  if (isEnding) return
  isEnding = true
  for (const part of parts) part.kill('SIGTERM')
}
for (const part of parts) part.on('exit', end)
process.on('SIGINT', end)
process.on('SIGTERM', end)
