/**
 * Shows a number on the icon of the installed app, where the browser has badges; nothing for 0, a dot without a number. Also
 * called by the service worker.
 */
export async function showAppBadge(count?: number): Promise<void> {
  const device: Partial<NavigatorBadge> = navigator
  await device.setAppBadge?.(count).catch(() => undefined)
}
