// nginx serving one file of bytes that are compressed already. One
// process, which logs a line for each request, as our server does.
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, start, until } from './processes.ts'

/** Starts nginx for bytes in an encoding; it serves them under /board. */
export async function startNginx(options: { folder: string; bytes: Buffer; encoding: string }) {
  const { folder, bytes, encoding } = options
  const port = await freePort()
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const file = join(folder, 'board')
  await writeFile(file, bytes)
  await chmod(file, 0o644)
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log ${folder}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10; ${temporary}
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        location = /board { default_type "application/json; charset=utf-8"; add_header Content-Encoding ${encoding}; }
      }
    }`,
  )
  const { stop, pid } = start('nginx', ['-p', folder, '-c', config])
  const url = `http://127.0.0.1:${port}`
  await until('nginx answers', async () => (await fetch(`${url}/board`, { method: 'HEAD' })).ok)
  return { url, pid, stop }
}
