import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'

const FILES = [
  { name: 'sandbox.css', type: 'text/css; charset=utf-8' },
  { name: 'payments.css', type: 'text/css; charset=utf-8' },
  { name: 'sign-in.css', type: 'text/css; charset=utf-8' },
  { name: 'baobab.svg', type: 'image/svg+xml' },
]

/** Serves the styles of the sandbox pages as files, so that the content policy needs no inline style. */
export const styleRoutes: FastifyPluginAsync = async (http) => {
  for (const { name, type } of FILES) {
    const bytes = await readFile(new URL(`./look/${name}`, import.meta.url))
    http.get(`/sandbox/look/${name}`, async (_request, reply) => reply.type(type).send(bytes))
  }
}
