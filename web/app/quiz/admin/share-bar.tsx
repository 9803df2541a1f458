/** A bar of parts, each as long as its share. Decoration: the figures stand beside it in words. */
export function ShareBar({ parts }: { parts: readonly { kind: string; share: number }[] }) {
  const placed = parts.map((part, at) => ({
    ...part,
    at: parts.slice(0, at).reduce((sum, { share }) => sum + share, 0),
  }))
  return (
    <svg className="sharebar" width="100%" height="16" aria-hidden="true">
      <rect className="sharebar__all" width="100%" height="100%" />
      {placed.map(({ kind, share, at }) => (
        <rect key={kind} className={`sharebar__${kind}`} x={percentage(at)} width={percentage(share)} height="100%" />
      ))}
    </svg>
  )
}

const percentage = (share: number) => `${(share * 100).toFixed(2)}%`
