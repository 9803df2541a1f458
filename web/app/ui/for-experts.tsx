import type { ReactNode } from 'react'

/** Folds codes and proofs, which most people do not need. */
export function ForExperts({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary>For experts</summary>
      <div className="stack stack-2">{children}</div>
    </details>
  )
}
