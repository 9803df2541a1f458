import { useEffect, useState, type ReactNode } from 'react'
import type { TabLogins } from '../shell/tab-logins.ts'
import type { OfferProps } from './continue-offer.tsx'

type Offered = Pick<OfferProps, 'takeLogin'> & { ContinueOffer: (props: OfferProps) => ReactNode }

/**
 * Returns the offer to continue with the login of another tab, once one was found.
 * @param load loads the script of the offer, which few visits need. Without it there is still the form
 */
export function useContinueOffer(logins: TabLogins, load: () => Promise<Offered>, onContinue: () => void): ReactNode {
  const [offer, setOffer] = useState<Offered & Pick<OfferProps, 'found'>>()
  useEffect(() => {
    let isOpen = true
    const show = async () => {
      const found = await logins.find()
      if (found.length === 0) return
      const offered = await load()
      if (isOpen) setOffer({ ...offered, found })
    }
    show().catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [logins, load])
  if (!offer) return null
  const { ContinueOffer, ...props } = offer
  return <ContinueOffer {...props} onContinue={onContinue} />
}
