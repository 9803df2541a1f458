import { listSignInMethods } from '@baobab/contract/accounts/identity-providers.ts'
import type { StudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { profileText } from '@baobab/contract/profile/text.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { numberText as text } from './text.ts'

/** Shows whether the phone number of the profile is verified, and opens the dialog that verifies it. */
export function NumberState({ profile: { number, provedNumber, numberProof } }: { profile: StudentProfile }) {
  const methods = useQuery(apiQuery(listSignInMethods, {}))
  const {
    Loaded: Verify,
    open,
    close,
    busyLabel,
  } = useOnDemand(async () => (await import('./number-dialog.tsx')).NumberDialog)
  const isProved = provedNumber !== null && isSameNumber(number, provedNumber)
  if (isProved && numberProof === 'fresh') return <p className="hint">{text.verified}</p>
  return (
    <div className="stack stack-3">
      <p className="hint">{isProved ? profileText.numberIsStale : text.notVerified}</p>
      {provedNumber !== null && !isProved && <p className="hint">{profileText.numberStays(provedNumber)}</p>}
      <div>
        <Button kind="line" size="sm" disabled={!methods.data} busyLabel={busyLabel} onClick={() => void open()}>
          {text.verifyNumber}
        </Button>
      </div>
      {Verify && methods.data && <Verify number={number} hasPassword={methods.data.hasPassword} onClose={close} />}
    </div>
  )
}

/** The last ten digits are the same with and without the country code of Nigeria. */
const isSameNumber = (first: string, second: string) => lastDigits(first) === lastDigits(second)

const lastDigits = (number: string) => number.replaceAll(/\D/g, '').slice(-10)
