/* Shows pushes and opens the page of a clicked one. It handles no requests and stores nothing. */
self.addEventListener('push', (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(
    // The tag lets a repeated push replace the one before.
    self.registration.showNotification(title, { body, tag: path, icon: '/favicon.svg', data: path }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(openPage(url.href));
});

async function openPage(href) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === href);
  await (open ? open.focus() : self.clients.openWindow(href));
}
