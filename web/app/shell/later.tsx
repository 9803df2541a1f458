import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

type Props = {
  /** Loads the part. Must be the same function on each render. */
  load: () => Promise<ComponentType>
  /** Shown until it is loaded; by default nothing. */
  loading?: ReactNode
}

/** A part of a page that is loaded after the page, which stays useful without it. */
export function Later({ load, loading = null }: Props) {
  const [part, setPart] = useState<{ Part: ComponentType }>()
  useEffect(() => {
    load().then(
      (Part) => setPart({ Part }),
      () => undefined,
    )
  }, [load])
  return part ? <part.Part /> : loading
}
