// Whether a provider's page opens in a pop-up or in place of ours.

export type Device = { userAgent: string; isMobile: boolean | undefined; hasCoarsePointer: boolean; width: number }

/** Browsers inside other apps, which cannot open windows or lose them. */
const inAppBrowser = /\bFBA[NV]\b|FB_IAB|Instagram|\bLine\/|MicroMessenger|Snapchat|TikTok|musical_ly|; wv\)|\bGSA\//

/** Narrower screens that are touched are phones. */
const PHONE_WIDTH = 768

/** Returns whether a pop-up is of no use on a device: phones open it as another tab and may close ours meanwhile. */
export function isPopUpUseless({ userAgent, isMobile, hasCoarsePointer, width }: Device): boolean {
  return isMobile === true || inAppBrowser.test(userAgent) || (hasCoarsePointer && width < PHONE_WIDTH)
}

function readDevice(): Device {
  const { userAgentData } = navigator as { userAgentData?: { mobile?: boolean } }
  return {
    userAgent: navigator.userAgent,
    isMobile: userAgentData?.mobile,
    hasCoarsePointer: matchMedia('(pointer: coarse)').matches,
    width: screen.width,
  }
}

const WIDTH = 450
const HEIGHT = 730

/**
 * Opens an empty pop-up. Has to be called in the click itself: browsers block it later.
 * @returns null where the whole page has to go to the provider instead
 */
export function openPopUp(message: string): Window | null {
  if (isPopUpUseless(readDevice())) return null
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
  try {
    const popUp = open('', 'baobab-sign-in', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
    if (!popUp) return null
    popUp.document.body.textContent = message
    // Otherwise the provider's page could send this page elsewhere.
    popUp.opener = null
    return popUp
  } catch {
    return null
  }
}
