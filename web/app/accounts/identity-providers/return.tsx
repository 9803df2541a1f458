// The page that a provider's callback leads to. In the tab that started the sign-in it finishes it; in a pop-up it notifies the waiting
// tab.
import { finishConnection, finishSignIn } from '@baobab/contract/accounts/identity-providers.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { deviceField } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { applyOutcome } from './apply-outcome.ts'
import { takeRedirected, type Redirected } from './pending-sign-in.ts'
import { parseFragment, signalReturn, type ReturnSignal } from './return-signal.ts'
import { text } from './text.ts'
import type { ReturnState } from './use-provider-sign-in.ts'

export const meta = () => pageMeta(text.return.title)

/** How long the waiting tab has to answer. It checks at least once a second. */
const ANSWER_MS = 4_000

/**
 * Finishes in the tab that started the sign-in.
 * @returns the path of the next page
 */
async function finish(returned: { flow: string; code: string }, redirected: Redirected): Promise<string> {
  const { verifier, purpose, rememberMe, from } = redirected
  const body = { ...returned, verifier }
  if (purpose === 'connect') {
    toast((await callApi(finishConnection, { body })).message)
    return from
  }
  const outcome = await callApi(finishSignIn, { body: { ...body, rememberMe, ...deviceField() } })
  return applyOutcome(outcome, rememberMe)
}

export default function Return() {
  const navigate = useNavigate()
  const [message, setMessage] = useState<string>()
  const isHandled = useRef(false)

  useEffect(() => {
    // Runs once even if React runs effects twice, because the code can be used only once.
    if (isHandled.current) return
    isHandled.current = true
    void handle()

    async function handle() {
      const returned = parseFragment(location.hash)
      const isFailed = new URLSearchParams(location.hash.slice(1)).get('problem') === 'failed'
      const problem = isFailed ? text.return.failed : text.return.expired
      // The code must not stay in the address or the history.
      history.replaceState(history.state, '', location.pathname)
      const redirected = takeRedirected(returned?.flow)
      if (redirected) return leadOn(returned, { ...redirected, problem })
      if (!returned) return setMessage(problem)
      const isReceived = await signalReturn(returned, ANSWER_MS)
      setMessage(isReceived ? text.return.handedOver : text.return.foreign)
      if (isReceived) close()
    }

    async function leadOn(returned: ReturnSignal | undefined, redirected: Redirected & { problem: string }) {
      const { from, email, problem } = redirected
      try {
        if (!returned || 'problem' in returned) throw new Error('the callback came too late or failed')
        await navigate(await finish(returned, redirected), { replace: true })
      } catch (error) {
        const signInFailure = returned && 'code' in returned ? errorMessage(error) : problem
        await navigate(from, { replace: true, state: { signInFailure, email } satisfies ReturnState })
      }
    }
  }, [navigate])

  return (
    <div className="stack">
      <h1>{text.return.title}</h1>
      {message === undefined ? (
        <p role="status">{text.return.finishing}</p>
      ) : (
        <>
          <Note role="status">{message}</Note>
          {message !== text.return.handedOver && (
            <Link className={buttonClass({ kind: 'line', block: true })} to={paths.student.login}>
              {text.return.startAgain}
            </Link>
          )}
        </>
      )}
    </div>
  )
}
