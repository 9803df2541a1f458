import type { ReactNode } from 'react'

/** Codes and proofs, which most people do not need, folded. */
export function ForExperts({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary>For experts</summary>
      <div className="stack stack-2">{children}</div>
    </details>
  )
}
