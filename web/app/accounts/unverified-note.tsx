import { resendCode } from '@baobab/contract/accounts.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { sentenceOf } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { codeSentTo } from './pending-verification.ts'

/** The password was right, but the email still waits for its code: both ways on, with the email carried along. */
export function UnverifiedNote({ email }: { email: string }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function resend() {
    setAsking(true)
    try {
      const { message } = await call(resendCode, { body: { email } })
      codeSentTo(email)
      toast(message)
      await navigate(paths.verifyEmail)
    } catch (error) {
      setProblem(sentenceOf(error))
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
