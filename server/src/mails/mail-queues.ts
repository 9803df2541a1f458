// The queues whose jobs send emails. Admin pages count them separately from all others.
import { defineQueue, type Queue } from '../platform/jobs/jobs.ts'

const names = new Set<string>()

/** The names of the queues that send emails. Complete once the modules that declare them are loaded, as in every server. */
export const mailQueues: ReadonlySet<string> = names

/** Declares a queue whose jobs send emails. */
export function defineMailQueue<Data extends object>(...declared: Parameters<typeof defineQueue<Data>>): Queue<Data> {
  const queue = defineQueue<Data>(...declared)
  names.add(queue.name)
  return queue
}
