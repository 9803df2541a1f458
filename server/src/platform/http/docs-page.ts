// Renders the OpenAPI document as a single page without scripts: all endpoints in groups, with their schemas.
import type { OpenAPIV3_1 } from 'openapi-types'
import { escapeHtml } from './escape-html.ts'

type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject & { $ref?: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the JSON schema of a request body or response, if it has one. */
function findSchema(content: unknown): Schema | undefined {
  if (!isObject(content) || !isObject(content['content'])) return undefined
  const media = Object.values(content['content'])[0]
  return isObject(media) && isObject(media['schema']) ? (media['schema'] as Schema) : undefined
}

function renderSchema(title: string, schema: Schema | undefined): string {
  return schema ? `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>` : ''
}

function renderParameters(operation: Operation): string {
  const rows = (operation.parameters ?? []).flatMap((parameter) =>
    'name' in parameter
      ? [
          `<li><code>${escapeHtml(parameter.name)}</code> in ${escapeHtml(parameter.in)}${parameter.required ? ', required' : ''}</li>`,
        ]
      : [],
  )
  return rows.length > 0 ? `<h4>Parameters</h4><ul>${rows.join('')}</ul>` : ''
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'))
  const access = operation.security ? 'needs a bearer token' : 'open to anyone'
  return `<details id="${escapeHtml(`${method}-${path}`)}"><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary ?? '')}${operation.deprecated ? ' (deprecated)' : ''}</span></summary>
<p>${access}</p>${renderParameters(operation)}${renderSchema('Body', findSchema(operation.requestBody))}
${successes.map(([status, response]) => renderSchema(`Reply ${status}`, findSchema(response))).join('')}</details>`
}

/** Returns the whole page as HTML. */
export function renderDocsPage(document: OpenAPIV3_1.Document): string {
  const groups = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = item?.[method] as Operation | undefined
      if (!operation) continue
      const group = operation.tags?.[0] ?? 'Other'
      groups.set(group, [...(groups.get(group) ?? []), renderOperation(method, path, operation)])
    }
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details><summary><code>${escapeHtml(name)}</code></summary>${renderSchema('Schema', schema as Schema)}</details>`,
  )
  return `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Baobab API</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main>
<h1>Baobab API</h1><p>Every endpoint, generated from the contract that the server enforces. Also available as an
<a href="/api/openapi.json">OpenAPI document</a>. Every error has the shape <code>ErrorReply</code>.</p>
${[...groups].map(([name, sections]) => `<h2>${escapeHtml(name)}</h2>${sections.join('\n')}`).join('\n')}
<h2>Schemas</h2>${schemas.join('\n')}</main></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark}body{margin:0;font:16px/1.55 system-ui,sans-serif;background:light-dark(#F6F7FB,#0B0E2B);color:light-dark(#12163A,#F6F4EC)}
main{max-width:60rem;margin:auto;padding:1.5rem 1rem 4rem}h2{margin-top:2.5rem}a{color:light-dark(#263185,#FFD766)}
details{border:1px solid light-dark(#D6DAEC,#2E3572);border-radius:12px;margin:.5rem 0;padding:0 1rem;background:light-dark(#fff,#151A44)}
summary{cursor:pointer;padding:.75rem 0;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.5rem;color:light-dark(#8F2F17,#FFB596)}
summary span{display:block;color:light-dark(#444A70,#C6CBEA)}pre{overflow:auto;padding:1rem;border-radius:8px;background:light-dark(#EEF0FA,#1D2354)}`
