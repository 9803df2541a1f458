/** Whether the keyboard has a Cmd key where others have Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
