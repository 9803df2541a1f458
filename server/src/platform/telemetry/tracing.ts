// Traces requests and jobs: a span for each, with a child span for each statement and each call to another service. Spans contain
// only names chosen by our code, never values: no paths, no texts, no ids of people.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'

export type { Span }

export type Tracing = {
  /**
   * Starts the span of a request. Returns undefined if it is not in the sample.
   * @param traceparent the header from a trusted proxy, whose trace continues, and which decides about the sample
   */
  beginRequest(name: string, traceparent: string | undefined): Span | undefined
  /** Runs a function, and everything that follows from it, as part of a span. */
  within<T>(span: Span, run: () => T): T
  /** Binds a callback to the current span, or to none, regardless of the caller. */
  bind<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void
  /** Runs a job's work in its own span, if it is in the sample. */
  job<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Whether the running request or job is traced. */
  isActive(): boolean
  /** Runs a call to a database or another service in a span, if it is part of a traced request or job. */
  call<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
}

/** https://www.w3.org/TR/trace-context-2/#traceparent-header */
const traceparentShape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses the span in a `traceparent` header; undefined if it is not valid. */
export function readTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = traceparentShape.exec(header ?? '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** Marks a span as failed with the type of an error, without its message, which may contain what a person has sent. */
function failSpan(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.constructor.name : typeof error
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Creates a server's traces. Uses no global OpenTelemetry state, so that several servers in one process do not mix.
 * @param sampling the share of requests and jobs that are traced. This is decided before the tracer makes a span, which costs more
 * than everything else in an untraced request
 */
export function createTracing(tracer: Tracer, sampling: number): Tracing {
  const current = new AsyncLocalStorage<Span | undefined>()
  const isInSample = () => Math.random() < sampling
  const runIn = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await current.run(span, work)
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  return {
    beginRequest(name, traceparent) {
      const parent = readTraceparent(traceparent)
      if (!parent && !isInSample()) return undefined
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, context)
      return span.isRecording() ? span : undefined
    },
    isActive: () => current.getStore() !== undefined,
    within: (span, run) => current.run(span, run),
    bind(callback) {
      const span = current.getStore()
      return (...args) => current.run(span, callback, ...args)
    },
    job(name, work) {
      return isInSample() ? runIn(tracer.startSpan(name, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT), work) : work()
    },
    call(name, attributes, work) {
      const parent = current.getStore()
      if (!parent) return work()
      return runIn(
        tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent)),
        work,
      )
    },
  }
}
