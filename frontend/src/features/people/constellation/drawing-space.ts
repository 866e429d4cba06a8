/**
 * The drawing of the constellation. Positions are in units of the drawing space; the sizes of marks are in CSS pixels and
 * the same at every zoom, so that zooming in spreads nodes apart.
 */
export const DRAWING = {
  width: 800,
  height: 600,
  radius: 6,
  ownRadius: 8,
  /** Distance from the edge of a node within which a click still hits it. */
  clickTolerance: 5,
  zoomStep: 1.2,
  minZoom: 0.3,
  maxZoom: 3,
  maxExpandedZoom: 8,
} as const;
