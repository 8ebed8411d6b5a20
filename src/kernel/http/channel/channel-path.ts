/** Where one listens to events as they happen. */
export const channelPath = '/realtime/events'
