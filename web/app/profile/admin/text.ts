// Text for an admin's settings page.

export const text = {
  /** As the menu calls the page. */
  title: 'Setting',
  role: 'Role',
  metaTitle: 'Admin settings',
  team: 'Team',
  teamHelp: "Invite another admin, or remove someone's access.",
  openTeam: 'Open the team',
  password: 'Password',
  changePassword: 'Change password',
  changing: 'Changing...',
  currentPassword: 'Current password',
  newPassword: 'New password',
  cancel: 'Cancel',
} as const
