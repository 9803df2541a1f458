/** Whether a button or a link is being pressed. A message that appeared now would move it, and the press would miss it. */
export const isPressing = (): boolean => document.querySelector(':is(button, a):active') !== null
