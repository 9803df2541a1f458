// Sentences about time stamps, for the page and the command that check them.

/** Why a time stamp proves nothing. */
export const timeStampFaults = {
  refused: 'The authority did not give a time stamp.',
  unreadable: 'This is not a time stamp.',
  otherFile: 'The time stamp is of another file.',
  otherRequest: 'The time stamp answers another request.',
  noCertificate: 'The time stamp has no certificate of who signed it.',
  notForTimeStamps: 'The certificate in the time stamp is not one for time stamps.',
  expired: 'The certificate in the time stamp was not valid at its time.',
  unknownSignature: 'The time stamp is signed in a way that this check does not know. Check it with openssl.',
  falseSignature: 'The signature of the time stamp is wrong.',
} as const
export type TimeStampFault = keyof typeof timeStampFaults

export const timeStampText = {
  /** @param at a time in words */
  proved: (authority: string, at: string) => `“${authority}” has signed that this file was there at ${at}.`,
  /** What no check without a list of trusted authorities can prove. */
  notProved:
    'This check does not know whom to trust. Anybody can make a certificate with any name, so compare its code with the one that the authority publishes.',
} as const
