/** Letters, digits and `-`, because Paystack accepts no `_`. The length limit keeps hostile input out of URLs. */
export const referencePattern = /^[A-Za-z0-9-]{8,64}$/
