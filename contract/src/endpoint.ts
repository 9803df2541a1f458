// One endpoint of the HTTP API, declared once: the server obeys it, the browser calls it, the tests walk it.
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call: `user` is a student or an admin; each other word is one audience, and another's token is 403. */
export type Who = 'anyone' | 'student' | 'admin' | 'user'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for parameters, as SPEC.md section 7 writes it. */
  path: string
  who: Who
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body may also come as multipart/form-data with files in these fields. */
  files?: readonly string[]
  /** Most bytes a body may have; 16 KiB where nothing is said. */
  bodyLimit?: number
  /** Most bytes of the texts beside files; 16 KiB where nothing is said. */
  textLimit?: number
  reply: z.ZodType
  /** Status of a success; 200 where nothing is said. */
  status?: 200 | 201 | 202
  /** Another status of a success, in the same shape: 202 where the answer is not known yet. */
  alternativeStatus?: 202
  /** What a caller without a living token reads; each part of the product has its own sentence (SPEC.md 8). */
  unauthorised?: string
  /** Wants the caller's password to have been given in the last 15 minutes, else 403 `reauth_required` (decisions 2). */
  needsReauthentication?: true
  /** Which expected refusals it may answer beside 400, 401, 403 and 429. */
  fails?: readonly ErrorCode[]
  /** The word after which the API's page groups it. */
  group: string
}

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : never
type Parts = 'params' | 'query' | 'body'

/** What a caller sends: the parts that the endpoint declares, before parsing. A multipart body is a FormData. */
export type RequestOf<E extends Endpoint> = {
  [P in Parts & keyof E as E[P] extends z.ZodType ? P : never]: P extends 'body'
    ? E extends { files: readonly string[] }
      ? In<E[P]> | FormData
      : In<E[P]>
    : In<E[P]>
}

/** What a handler gets: the same parts after parsing. */
export type ParsedOf<E extends Endpoint> = {
  [P in Parts & keyof E as E[P] extends z.ZodType ? P : never]: Out<E[P]>
}

/** What a success answers. */
export type ReplyOf<E extends Endpoint> = Out<E['reply']>
