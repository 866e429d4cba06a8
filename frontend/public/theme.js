// Before the first paint: the stored choice of light, dark or system decides the mode of the page.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('oni-theme');
  } catch {
    // Storage is closed to us: the default stands.
  }
  var light =
    choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.mode = light ? 'light' : 'dark';
})();
