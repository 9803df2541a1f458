import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

type Props<P> = {
  /** Loads the part. Must be the same function on each render. */
  load: () => Promise<ComponentType<P>>
  /** What the part shows. */
  props: P
  /** Shown until it is loaded; by default nothing. */
  loading?: ReactNode
}

/** A part of a page that is loaded after the page, which stays useful without it. */
export function Later<P extends object>({ load, props, loading = null }: Props<P>) {
  const [part, setPart] = useState<{ Part: ComponentType<P> }>()
  useEffect(() => {
    load().then(
      (Part) => setPart({ Part }),
      () => undefined,
    )
  }, [load])
  return part ? <part.Part {...props} /> : loading
}
