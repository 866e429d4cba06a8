// Before the first paint: what this browser keeps decides the mode of the page, which effects are off and whether a
// member is expected, and the address whether what came drawn is what was asked for.
(function () {
  var choice = null;
  var off = null;
  var session = null;
  try {
    choice = localStorage.getItem('oni-theme');
    off = localStorage.getItem('oni-effects');
    session = localStorage.getItem('sessionId');
  } catch {
    // Storage is closed to us: the defaults stand.
  }
  var light =
    choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  var mode = light ? 'light' : 'dark';
  var root = document.documentElement;
  root.dataset.mode = mode;
  root.dataset.effectsOff = off || '';
  if (session) root.dataset.returning = '';
  // The landing page comes drawn with every address that has no page of its own: there it is not to be seen.
  if (location.pathname !== '/') root.dataset.elsewhere = '';
  var frame = document.querySelector('meta[name="theme-color"]');
  if (frame) frame.content = frame.dataset[mode];
})();
