import { resendCode } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { errorMessage } from '../api/error-message.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { storeCodeSent } from './pending-verification.ts'

/** The password was right, but the email still waits for its code: both ways on, with the email carried along. */
export function UnverifiedNote({ email }: { email: string }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function resend() {
    setAsking(true)
    try {
      const { message } = await callApi(resendCode, { body: { email } })
      storeCodeSent(email)
      toast(message)
      await navigate(paths.verifyEmail)
    } catch (error) {
      setProblem(errorMessage(error))
      setAsking(false)
    }
  }

  return (
    <Note kind="warn" role="alert">
      <div className="stack stack-3">
        <p>
          <b>{accountsText.verifyEmailFirst}</b>
        </p>
        {problem && <p>{problem}</p>}
        <div className="row">
          <Link className={buttonClass({ size: 'sm' })} to={paths.verifyEmail}>
            Enter the code
          </Link>
          <Button kind="line" size="sm" busyLabel={isAsking && 'Sending...'} onClick={() => void resend()}>
            Resend code
          </Button>
        </div>
      </div>
    </Note>
  )
}
