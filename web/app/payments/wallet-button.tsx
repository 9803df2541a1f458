import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { hasApplePay } from './paystack-inline.ts'
import { useWallet, WALLET_ID, type WalletWays } from './use-wallet.ts'

/** Apple Pay, where the phone has it. Nothing is asked of the provider before the press; its own button follows. */
export function WalletButton(ways: WalletWays) {
  const { stage, refusal, open } = useWallet(ways)
  if (!hasApplePay() || stage === 'none') return refusal === undefined ? null : <Note role="status">{refusal}</Note>
  return (
    <div className="stack stack-3">
      {stage !== 'there' && (
        <Button kind="line" block onClick={() => void open()} busyLabel={stage === 'opening' && 'Opening Apple Pay...'}>
          Use Apple Pay
        </Button>
      )}
      <div id={WALLET_ID} className="wallet" hidden={stage === 'idle'} />
      {refusal !== undefined && (
        <Note kind="bad" role="alert">
          {refusal}
        </Note>
      )}
    </div>
  )
}
