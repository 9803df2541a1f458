import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

type Props<P> = {
  /** Loads the part. Must be the same function on each render. */
  load: () => Promise<ComponentType<P>>
  /** What the part shows. */
  props: P
  /** Shown if it cannot be loaded; by default nothing. */
  failed?: ReactNode
}

/** A part of a page that is loaded after the page, which stays useful without it. */
export function Later<P extends object>({ load, props, failed = null }: Props<P>) {
  const [part, setPart] = useState<{ Part: ComponentType<P> } | 'failed'>()
  useEffect(() => {
    load().then(
      (Part) => setPart({ Part }),
      () => setPart('failed'),
    )
  }, [load])
  if (part === undefined) return null
  return part === 'failed' ? failed : <part.Part {...props} />
}
