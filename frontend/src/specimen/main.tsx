import '../styles/layers.css';
import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import '../ui/shared.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followEffects } from '../theme/effects.js';
import { followTheme } from '../theme/theme.js';
import { Specimen } from './specimen.js';

followTheme();
followEffects();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Specimen />
    </StrictMode>,
  );
}
